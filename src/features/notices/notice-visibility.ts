import { isAddressedTo, isManagedBy, type AudienceViewer } from '../../access/audience.js';

/** True for a row of `notices` that the list shows the caller: in its window and addressed to them, admins included. */
export const isNoticeListed = (notice: string, viewer: AudienceViewer): string =>
  `(${notice}.school_id = ${viewer.school} and ${notice}.starts_at <= ${viewer.now}::timestamptz
    and ${notice}.expires_at > ${viewer.now}::timestamptz and ${isAddressedTo(notice, viewer)})`;

/** True for one that is there for the caller by its id: who manages it sees it at any time (contract section 14, rule 11). */
export const isNoticeShown = (notice: string, viewer: AudienceViewer): string =>
  `(${isNoticeListed(notice, viewer)}
    or ${notice}.school_id = ${viewer.school} and ${isManagedBy(notice, viewer)})`;
