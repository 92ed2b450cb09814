import { isManageable, isOpened } from './answered-item.js';
import { isAddressedTo, type AudienceViewer } from './audience.js';

/**
 * True for a row of `signups` from its opens_at on: a claim belongs to its owner also once the sign-up is gone, or is addressed to
 * others (contract section 3, rule 12).
 */
export const isSignupOpened = (signup: string, now: string): string => isOpened(signup, now);

/** True for a row of `signups` from opens_at until visible_until (contract section 2). */
export const isSignupPublished = (signup: string, now: string): string =>
  `(${isSignupOpened(signup, now)}
    and (${signup}.visible_until is null or ${signup}.visible_until > ${now}::timestamptz))`;

/** True for a sign-up that a request may be about: published, whoever it is addressed to. */
export const isSignupReachable = (signup: string, { now }: AudienceViewer): string =>
  isSignupPublished(signup, now);

/** True for a sign-up in which the caller, or a student of theirs, has claimed something. */
const isClaimedBy = (signup: string, { school, membership }: AudienceViewer): string =>
  `exists (select from signup_claims claim
    where claim.school_id = ${school} and claim.signup_id = ${signup}.id and claim.status <> 'withdrawn'
      and (claim.membership_id = ${membership} or claim.student_id in (select family.student_id from family_guardians family
        where family.school_id = ${school} and family.membership_id = ${membership})))`;

/** True for a sign-up that a request about claims may be about: also one that the caller manages, or has claimed something in. */
export const isClaimedSignupReachable = (signup: string, viewer: AudienceViewer): string =>
  `(${isSignupReachable(signup, viewer)} or ${isManageable(signup, viewer)}
    or ${isSignupOpened(signup, viewer.now)} and ${isClaimedBy(signup, viewer)})`;

/** True for a sign-up that the caller may read by its id: published and addressed to them, admins included. */
export const isSignupListed = (signup: string, viewer: AudienceViewer): string =>
  `(${signup}.school_id = ${viewer.school} and ${isSignupPublished(signup, viewer.now)}
    and ${isAddressedTo(signup, viewer)})`;

/** True for a sign-up that the caller may read, as one whom it is addressed to or as its manager. */
export const isSignupVisible = (signup: string, viewer: AudienceViewer): string =>
  `(${isSignupListed(signup, viewer)}
    or ${signup}.school_id = ${viewer.school} and ${isManageable(signup, viewer)})`;

/** True for a row of `signups` from its close on. */
export const isSignupClosed = (signup: string, now: string): string =>
  `coalesce(${signup}.closes_at <= ${now}::timestamptz, false)`;

/**
 * When the last item of a row of `signups` begins, each of which is closed by itself from then on (contract section 3,
 * rule 7); infinity where one has no time, null without any.
 */
export const lastItemBegins = (signup: string): string =>
  `(select max(coalesce(i.starts_at, 'infinity')) from signup_items i
    where i.school_id = ${signup}.school_id and i.signup_id = ${signup}.id)`;

/** True for a sign-up that counts as open to the caller: listed, not closed, and without a claim of theirs (contract section 8). */
export const isSignupUnclaimed = (signup: string, viewer: AudienceViewer): string =>
  `(${isSignupListed(signup, viewer)} and not ${isSignupClosed(signup, viewer.now)} and not exists (
    select from signup_claims own where own.school_id = ${signup}.school_id and own.signup_id = ${signup}.id
      and own.membership_id = ${viewer.membership}::uuid and own.status <> 'withdrawn'))`;

/** SQL for the number of those that the list shows the caller of one organization. @param organization SQL of its id */
export const countSignupsOf = (organization: string, viewer: AudienceViewer): string =>
  `(select count(*)::int from signups of_it where of_it.organization_id = ${organization} and ${isSignupListed('of_it', viewer)})`;
