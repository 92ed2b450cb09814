import { isContactRestricted, isRelatedToRestricted } from './guardian-restriction.js';
import type { Viewer } from './viewer.js';

export type { Viewer } from './viewer.js';

/*
 * The privacy masks of the contract (section 0.4), as conditions for SQL: what a caller may not see never leaves
 * the database. Every operation that shows a contact or an address takes its condition from here.
 */

/** The caller as a reader of contacts and addresses, in the first parameters of a query: {@link readerParameters}. */
export const READER: Viewer = { school: '$1', membership: '$2', admin: '$3' };

export const readerParameters = ({
  schoolId,
  membershipId,
  isAdmin,
}: {
  schoolId: string;
  membershipId: string;
  isAdmin: boolean;
}): unknown[] => [schoolId, membershipId, isAdmin];

/** SQL of the students from whom a viewer is kept apart who reads what is cached for all: whoever is kept apart does not. */
const NO_STUDENTS = `'{}'`;

/** An unrelated parent, to whom no family is their own. */
export const ANYBODY: Viewer = {
  school: 'null',
  membership: 'null',
  admin: 'false',
  restrictedStudents: NO_STUDENTS,
};

export const ANY_ADMIN: Viewer = {
  school: 'null',
  membership: 'null',
  admin: 'true',
  restrictedStudents: NO_STUDENTS,
};

/** The guardian as a viewer, if they are a member. */
export const themselves = (guardian: string): Viewer => ({
  school: `${guardian}.school_id`,
  membership: `${guardian}.membership_id`,
  admin: 'false',
  restrictedStudents: NO_STUDENTS,
});

/** The membership that the guardian's record is linked to, if any. */
export const accountOf = (guardian: string): string =>
  `coalesce(${guardian}.membership_id, ${guardian}.shared_membership_id)`;

/** True where the account that the guardian's record is linked to is an active member. */
const isActive = (guardian: string): string =>
  `exists (select from memberships active where active.school_id = ${guardian}.school_id
    and active.id = ${accountOf(guardian)} and active.deactivated_at is null)`;

/**
 * True where the guardian's email and phone may be shown: a co-guardian is a stranger here (decision d), and who has been
 * deactivated is there for nobody but admins and themselves.
 * @param guardian a row with id, school_id, membership_id, shared_membership_id and profile_visibility
 * @param active SQL: whether the guardian's account is an active member, of a statement that has joined it
 */
export const contactVisible = (guardian: string, viewer: Viewer, active = isActive(guardian)): string =>
  `(${viewer.admin}::boolean or ${accountOf(guardian)} = ${viewer.membership}::uuid
    or ${guardian}.profile_visibility = 'full' and (${accountOf(guardian)} is null or ${active})
      and not ${isContactRestricted(guardian, viewer)})`;

/**
 * True where the student's own email and phone may be shown: a family that hides a guardian's contact hides the
 * child's too, from everyone but its own guardians and admins.
 */
export const studentContactVisible = (student: string, viewer: Viewer): string =>
  `(${viewer.admin}::boolean or ${isOwn(student, viewer)} or not ${isRelatedToRestricted(student, viewer)} and not exists (
    select from guardians hiding where hiding.school_id = ${student}.school_id and hiding.student_id = ${student}.id
      and hiding.profile_visibility <> 'full'))`;

/**
 * True for a guardian record that the viewer gets with the student: a guardian who is kept apart from the student is one of theirs for
 * admins alone.
 */
export const isVisibleAsGuardian = (guardian: string, { admin }: Viewer): string =>
  `(${guardian}.restricted_at is null or ${admin}::boolean)`;

/** True where the student's name in the records may be shown: a family that goes by another one has not to explain it. */
export const legalNameVisible = (student: string, viewer: Viewer): string =>
  `(${viewer.admin}::boolean or ${isOwn(student, viewer)})`;

/** True where the student's address and coordinates may be shown. */
export const addressVisible = (student: string, viewer: Viewer): string =>
  `(${viewer.admin}::boolean or ${isOwn(student, viewer)}
    or ${student}.address_visible and not ${isRelatedToRestricted(student, viewer)})`;

/** True for the caller's own linked students, from whom they are not kept apart. The inner query is the same for every row: it runs once. */
export const isOwn = (student: string, viewer: Viewer): string =>
  `${student}.id = any(array(select own.student_id from family_guardians own
    where own.school_id = ${viewer.school}::uuid and own.membership_id = ${viewer.membership}::uuid))`;

/** Whether other families see a person's contact (contract section 0.4): one choice across schools. */
export const PROFILE_VISIBILITIES = ['full', 'name_only'] as const;

export type ProfileVisibility = (typeof PROFILE_VISIBILITIES)[number];

/** How a school shows the addresses of families who have not chosen. */
export const DEFAULT_ADDRESSES = ['shown', 'hidden'] as const;

export type DefaultAddress = (typeof DEFAULT_ADDRESSES)[number];

/** SQL: whether the person `users u` hides their contact, by themselves or in any school; one that hides by default says nothing of others. */
export const HIDES_CONTACT = `
  (u.profile_visibility = 'name_only' and u.email_verified_at is not null
    or exists (select from memberships hiding where hiding.user_id = u.id and hiding.profile_visibility = 'name_only' and not hiding.hidden_by_default))`;
