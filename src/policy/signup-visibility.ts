import { isAddressedTo, isManagedBy, type AudienceViewer } from './audience.js';

/**
 * True for a row of `signups` from its opening on: what somebody has claimed in it is theirs also once it is gone, or is
 * addressed to others (contract section 3, rule 12).
 */
export const hasSignupOpened = (signup: string, now: string): string =>
  `(${signup}.opens_at <= ${now}::timestamptz)`;

/** True for a row of `signups` that is neither hidden still nor gone (contract section 2). */
export const isSignupThere = (signup: string, now: string): string =>
  `(${hasSignupOpened(signup, now)}
    and (${signup}.visible_until is null or ${signup}.visible_until > ${now}::timestamptz))`;

/** True for one that is there, or that the caller manages, whomever it is addressed to. */
export const isSignupThereFor = (signup: string, viewer: AudienceViewer): string =>
  `(${isSignupThere(signup, viewer.now)} or ${isManagedBy(signup, viewer)})`;

/** True for one in which the caller, or a student of theirs, has claimed something. */
const isClaimedBy = (signup: string, { school, membership }: AudienceViewer): string =>
  `exists (select from signup_claims claim
    where claim.school_id = ${school} and claim.signup_id = ${signup}.id and claim.status <> 'withdrawn'
      and (claim.membership_id = ${membership} or claim.student_id in (select family.student_id from guardians family
        where family.school_id = ${school} and family.membership_id = ${membership})))`;

/** True for one that is there for the caller, also by what they have claimed in it since it opened. */
export const isClaimedSignupThereFor = (signup: string, viewer: AudienceViewer): string =>
  `(${isSignupThereFor(signup, viewer)}
    or ${hasSignupOpened(signup, viewer.now)} and ${isClaimedBy(signup, viewer)})`;

/** True for one that the list shows the caller: there, and addressed to them, admins included. */
export const isSignupListed = (signup: string, viewer: AudienceViewer): string =>
  `(${signup}.school_id = ${viewer.school} and ${isSignupThere(signup, viewer.now)}
    and ${isAddressedTo(signup, viewer)})`;

/** True for one that is there for the caller by its id: who manages it sees it at any time. */
export const isSignupVisible = (signup: string, viewer: AudienceViewer): string =>
  `(${isSignupListed(signup, viewer)}
    or ${signup}.school_id = ${viewer.school} and ${isManagedBy(signup, viewer)})`;

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

/** True for one that counts as open to the caller: listed, not closed, and nothing of theirs in it (contract section 8). */
export const isSignupOpen = (signup: string, viewer: AudienceViewer): string =>
  `(${isSignupListed(signup, viewer)} and not ${isSignupClosed(signup, viewer.now)} and not exists (
    select from signup_claims own where own.school_id = ${signup}.school_id and own.signup_id = ${signup}.id
      and own.membership_id = ${viewer.membership}::uuid and own.status <> 'withdrawn'))`;

/** SQL for the number of those that the list shows the caller of one organization. @param organization SQL of its id */
export const countSignupsOf = (organization: string, viewer: AudienceViewer): string =>
  `(select count(*)::int from signups of_it where of_it.organization_id = ${organization} and ${isSignupListed('of_it', viewer)})`;
