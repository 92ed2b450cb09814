import { isManageable, isOpened } from './answered-item.js';
import { isAddressedTo, type AudienceViewer } from './audience.js';
import { isTurnedOn } from './school-feature.js';

/**
 * True for a poll that a request may be about: one that has opened. The service asks whether it is addressed to the caller, and
 * answers 403.
 */
export const isPollReachable = (poll: string, { now }: AudienceViewer): string => isOpened(poll, now);

/** True for a row of `polls` from the very moment at which it closes. */
export const isPollClosed = (poll: string, { now }: AudienceViewer): string =>
  `coalesce(${poll}.closes_at <= ${now}::timestamptz, false)`;

/** True for a poll that the caller may answer or read by its id: opened and addressed to them, admins included; closed ones stay. */
export const isPollListed = (poll: string, viewer: AudienceViewer): string =>
  `(${poll}.school_id = ${viewer.school} and ${isOpened(poll, viewer.now)} and ${isAddressedTo(poll, viewer)})`;

/** True for a poll that the caller may read, as one whom it is addressed to or as its manager. */
export const isPollVisible = (poll: string, viewer: AudienceViewer): string =>
  `(${isPollListed(poll, viewer)}
    or ${poll}.school_id = ${viewer.school} and ${isManageable(poll, viewer)})`;

/** True for a poll that the caller still has to answer. */
export const isPollUnanswered = (poll: string, viewer: AudienceViewer): string =>
  `(${isPollListed(poll, viewer)} and not ${isPollClosed(poll, viewer)} and not ${isPollAnswered(poll, viewer)})`;

/** True for a poll that the caller has answered. */
export const isPollAnswered = (poll: string, viewer: AudienceViewer): string =>
  `exists (select from poll_responses given
    where given.school_id = ${poll}.school_id and given.poll_id = ${poll}.id and given.user_id = ${personOf(viewer)})`;

/** A response is the person's, whichever membership they gave it with. */
export const personOf = ({ school, membership }: AudienceViewer): string =>
  `(select self.user_id from memberships self where self.school_id = ${school}::uuid and self.id = ${membership}::uuid)`;

/** SQL of the open polls of a school that the member has not answered; none while the school has turned polls off. */
export const pollTodo = (viewer: AudienceViewer): string => `
  select 'poll' as kind, p.id::text as id, p.school_id, p.title, null::uuid as student_id, p.closes_at as due_at
  from polls p join schools home on home.id = p.school_id
  where p.school_id = ${viewer.school}::uuid and ${isTurnedOn('home', 'polls')} and ${isPollUnanswered('p', viewer)}`;

/** SQL for the number of those that the list shows the caller of one organization. @param organization SQL of its id */
export const countPollsOf = (organization: string, viewer: AudienceViewer): string =>
  `(select count(*)::int from polls of_it where of_it.organization_id = ${organization} and ${isPollListed('of_it', viewer)})`;
