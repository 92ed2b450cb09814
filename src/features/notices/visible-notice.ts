import { isAddressedTo, type AudienceViewer } from '../../access/audience.js';

/** True from the start of a notice until it expires (contract section 2). `now` is a placeholder, UTC. */
export const isInItsWindow = (notice: string, now: string): string =>
  `(${notice}.starts_at <= ${now}::timestamptz and ${notice}.expires_at > ${now}::timestamptz)`;

/** True for the notices of the school that the list shows the caller: admins too get what is addressed to them. */
export const isListedNotice = (notice: string, viewer: AudienceViewer): string =>
  `(${notice}.school_id = ${viewer.school}::uuid and ${isInItsWindow(notice, viewer.now)}
    and ${isAddressedTo(notice, viewer)})`;

/** True once the member has read the notice. */
export const isNoticeRead = (notice: string, { membership }: AudienceViewer): string =>
  `exists (select from notice_readings reading
    where reading.notice_id = ${notice}.id and reading.membership_id = ${membership}::uuid)`;
