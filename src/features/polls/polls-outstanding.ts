import type { AudienceViewer } from '../../access/audience.js';
import { isTurnedOn } from '../../access/school-feature.js';
import { isPollUnanswered } from './poll-visibility.js';

/** SQL of the open polls of a school that the member has not answered; none while the school has turned polls off. */
export const pollsOutstanding = (viewer: AudienceViewer): string => `
  select 'poll' as kind, p.id, p.school_id, p.title, null::uuid as student_id, p.closes_at as due_at
  from polls p join schools home on home.id = p.school_id
  where ${isTurnedOn('home', 'polls')} and ${isPollUnanswered('p', viewer)}`;
