import { type AudienceViewer, isAddressedTo, isManagedBy } from './audience.js';
import { isTurnedOn } from './school-feature.js';

/** True for a row of `notices` that the list shows the caller: in its window and addressed to them, whatever their role. */
export const isNoticeListed = (notice: string, viewer: AudienceViewer): string =>
  `(${notice}.school_id = ${viewer.school} and ${notice}.starts_at <= ${viewer.now}::timestamptz
    and ${notice}.expires_at > ${viewer.now}::timestamptz and ${isAddressedTo(notice, viewer)})`;

/** True for a notice that the caller may read by its id: listed, or managed by them at any time (contract section 14, rule 11). */
export const isNoticeVisible = (notice: string, viewer: AudienceViewer): string =>
  `(${isNoticeListed(notice, viewer)}
    or ${notice}.school_id = ${viewer.school} and ${isManagedBy(notice, viewer)})`;

/** True once the member has read a row of `notices`. */
export const isNoticeRead = (notice: string, { membership }: AudienceViewer): string =>
  `exists (select from notice_readings reading
    where reading.school_id = ${notice}.school_id and reading.notice_id = ${notice}.id and reading.membership_id = ${membership}::uuid)`;

/** True for a row of `notices` whose present text the member is asked to acknowledge, and has not: its author is not asked. */
export const isAcknowledgementDue = (notice: string, { membership }: AudienceViewer): string =>
  `(${notice}.acknowledge_version is not null and ${notice}.created_by_membership_id is distinct from ${membership}::uuid
    and not exists (select from notice_acknowledgements given
      where given.school_id = ${notice}.school_id and given.notice_id = ${notice}.id
        and given.membership_id = ${membership}::uuid and given.version = ${notice}.acknowledge_version))`;

/** SQL of the notices of a school that the member still has to acknowledge; none while the school has turned notices off. */
export const noticeTodo = (viewer: AudienceViewer): string => `
  select 'notice' as kind, n.id::text as id, n.school_id, n.title, null::uuid as student_id, n.expires_at as due_at
  from notices n join schools home on home.id = n.school_id
  where n.school_id = ${viewer.school}::uuid and ${isTurnedOn('home', 'notices')}
    and ${isNoticeListed('n', viewer)} and ${isAcknowledgementDue('n', viewer)}`;

/** SQL for the number of those that the list shows the caller of one organization. @param organization SQL of its id */
export const countNoticesOf = (organization: string, viewer: AudienceViewer): string =>
  `(select count(*)::int from notices of_it where of_it.organization_id = ${organization} and ${isNoticeListed('of_it', viewer)})`;
