import type { AudienceViewer } from '../../policy/audience.js';
import { isTurnedOn } from '../../policy/school-feature.js';
import { isPollUnanswered } from '../../policy/poll-visibility.js';

/** SQL of the open polls of a school that the member has not answered; none while the school has turned polls off. */
export const pollTodo = (viewer: AudienceViewer): string => `
  select 'poll' as kind, p.id, p.school_id, p.title, null::uuid as student_id, p.closes_at as due_at
  from polls p join schools home on home.id = p.school_id
  where ${isTurnedOn('home', 'polls')} and ${isPollUnanswered('p', viewer)}`;
