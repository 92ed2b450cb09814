import { isAddressedTo, isManagedBy, type AudienceViewer } from '../../access/audience.js';

/** True for a row of `permission_slips` from opens_at until visible_until (contract section 2). */
export const isInSight = (slip: string, now: string): string =>
  `(${slip}.opens_at <= ${now}::timestamptz and coalesce(${slip}.visible_until > ${now}::timestamptz, true))`;

export const isClosed = (slip: string, now: string): string =>
  `coalesce(${slip}.closes_at <= ${now}::timestamptz, false)`;

/** The same of a row that was read. */
export const hasClosed = ({ closesAt }: { closesAt: Date | null }, now: Date): boolean =>
  closesAt !== null && closesAt <= now;

/** True for one that the list shows the caller: what is addressed to them, admins included. */
export const isSlipListed = (slip: string, viewer: AudienceViewer): string =>
  `(${slip}.school_id = ${viewer.school} and ${isInSight(slip, viewer.now)} and ${isAddressedTo(slip, viewer)})`;

/** True for one that is there for the caller by its id: whoever manages it sees it at any time. */
export const isSlipShown = (slip: string, viewer: AudienceViewer): string =>
  `(${isSlipListed(slip, viewer)} or ${slip}.school_id = ${viewer.school} and ${isManagedBy(slip, viewer)})`;
