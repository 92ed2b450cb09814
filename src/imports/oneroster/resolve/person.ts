import { looksLikeEmail, normalizeEmail } from '../../../platform/text/normalize.js';
import type { IssueLog } from '../issue-log.js';
import { eachText, type PersonText } from '../parse/columns.js';
import type { UserRow } from '../parse/roster-data.js';
import type { GuardianRelation } from '../../../features/directory/guardians/guardian-relation.js';
import type { StoredPlacement } from './stored-roster.js';

export interface Person extends Record<PersonText, string | null> {
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
}

const TEXT_LENGTH = 200;
const PHONE_LENGTH = 50;

/** People as the rows of users.csv describe them; made again each time, since nobody has room for all of them twice. */
export class People {
  constructor(private readonly users: ReadonlyMap<string, UserRow>) {}

  /** Null for a user who has no row, or neither of two names. Who has one name has it as the first one. */
  find(userId: string): Person | null {
    const user = this.users.get(userId);
    if (!user || isNameless(user)) return null;
    const texts = eachText((text) => cut(user[text], TEXT_LENGTH));
    return {
      ...texts,
      firstName: texts.firstName ?? texts.lastName ?? '',
      lastName: texts.firstName === null ? '' : (texts.lastName ?? ''),
      email: emailOf(user),
      phone: cut(user.phone, PHONE_LENGTH),
    };
  }
}

/** An adult with the names that they use: no others are stored of them. */
export const asCalled = ({ preferredName, preferredLastName, ...person }: Person) => ({
  ...person,
  firstName: preferredName ?? person.firstName,
  lastName: preferredLastName ?? person.lastName,
});

export const isNameless = ({ firstName, lastName }: UserRow): boolean => firstName === '' && lastName === '';

/** Reports faults in the row of an active person. */
export function reportPerson(user: UserRow, log: IssueLog): void {
  const place = { file: 'users.csv', line: user.line };
  if (isNameless(user)) {
    log.error(place, 'missing_name', user.id, 'The row has no name; what is stored was left alone.');
    return;
  }
  if (user.email === '' || emailOf(user) !== null) return;
  log.warn(place, 'invalid_email', user.id, 'The email address has not the form of one; it was left out.');
}

function emailOf({ email }: UserRow): string | null {
  const normalized = email === '' ? '' : normalizeEmail(email);
  return looksLikeEmail(normalized) ? normalized : null;
}

const cut = (text: string, length: number): string | null =>
  text === '' ? null : text.slice(0, length).toWellFormed().trim();

const plain = (role: string): string => role.toLowerCase().replace(/[^a-z]/g, '');

/** Those of School Data Sync 2.1 beside, and what schools call their own people. */
const OTHER_STAFF = [
  ...['Staff', 'Instructor', 'Adjunct', 'Affiliate', 'Advisor', 'Researcher', 'Chair', 'Coach', 'Nurse'],
  ...['Assistant', 'Teacher Assistant', 'Office Staff', 'Special Services', 'Occupational Therapist'],
  ...['Physical Therapist', 'Speech Therapist', 'Vision Therapist', 'Therapist', 'Psychologist', 'Tutor'],
  ...['Librarian', 'Secretary', 'Clerk', 'Registrar', 'Dean', 'Director', 'Coordinator', 'Specialist'],
  ...['Social Worker', 'Superintendent', 'Vice Principal', 'Assistant Principal', 'Headteacher', 'Employee'],
  ...['Teaching Assistant', 'Teacher Aide', 'Support Staff', 'School Staff', 'Administrative Assistant'],
];

/** Roles of OneRoster 1.1 and 1.2, and the ones of School Data Sync that mean the same people. */
const STAFF_TITLES = new Map([
  ['teacher', 'Teacher'],
  ['administrator', 'Administrator'],
  ['aide', 'Aide'],
  ['proctor', 'Proctor'],
  ['counselor', 'Counselor'],
  ['principal', 'Principal'],
  ['siteadministrator', 'Site Administrator'],
  ['districtadministrator', 'District Administrator'],
  ['systemadministrator', 'System Administrator'],
  ['professor', 'Professor'],
  ['lecturer', 'Lecturer'],
  ['faculty', 'Faculty'],
  ['paraprofessional', 'Paraprofessional'],
  ['substitute', 'Substitute'],
  ...OTHER_STAFF.map((title) => [plain(title), title] as const),
  ['itadmin', 'IT Administrator'],
  ['admin', 'Administrator'],
  ['schooladministrator', 'Administrator'],
  ['nonteachingstaff', 'Staff'],
  ['counsellor', 'Counselor'],
]);

const TITLES: ReadonlySet<string | null> = new Set(STAFF_TITLES.values());

const RELATIONS = new Map<string, GuardianRelation>([
  ...group('mother', 'mother', 'mom', 'mum'),
  ...group('father', 'father', 'dad'),
  ...group('parent', 'parent'),
  ...group('stepparent', 'stepparent', 'stepmother', 'stepfather'),
  ...group('grandparent', 'grandparent', 'grandmother', 'grandfather'),
  ...group('guardian', 'guardian', 'legalguardian', 'fosterparent', 'fostermother', 'fosterfather'),
  ...group('relative', 'relative', 'aunt', 'uncle', 'sibling', 'brother', 'sister', 'cousin'),
  ...group('other', 'other'),
]);

function group(relation: GuardianRelation, ...words: string[]): [string, GuardianRelation][] {
  return words.map((word) => [word, relation]);
}

/** Roles of people whom a school lists with a student without giving them the child's family directory. */
const NO_GUARDIANS = new Set([
  'doctor',
  'physician',
  'aide',
  'child',
  'childcareprovider',
  'emergencycontact',
  'student',
]);

export const isStudent = (role: string): boolean => plain(role) === 'student';

/** The role in words; null for a role that is none of staff's. */
export const staffTitle = (role: string): string | null => STAFF_TITLES.get(plain(role)) ?? null;

/** The kind of roster that a role belongs to; null for one that belongs to none. */
export function placeOf(role: string): 'student' | 'staff' | null {
  if (isStudent(role)) return 'student';
  return staffTitle(role) === null ? null : 'staff';
}

/**
 * Whether a placement ends with this role. Of staff one entry is kept, whatever their roles: it is that of the role by
 * which it is titled, and of any where its title is no role's.
 */
export function isAssignedBy(role: string, { kind, title }: StoredPlacement): boolean {
  if (placeOf(role) !== kind) return false;
  return kind === 'student' || staffTitle(role) === title || !TITLES.has(title);
}

/** Null for a word that names no relation. */
export const relationOf = (word: string): GuardianRelation | null => RELATIONS.get(plain(word)) ?? null;

export const isNoGuardian = (word: string): boolean =>
  NO_GUARDIANS.has(plain(word)) || staffTitle(word) !== null;

export const isKnownRole = (role: string): boolean =>
  isStudent(role) || staffTitle(role) !== null || relationOf(role) !== null;

/** Roles of those who stand before a class, teachers before those who help them and whoever else has to do with it. */
const CLASS_LEADERS = new Map([
  ...OTHER_STAFF.map((role) => [plain(role), 3] as const),
  ...['teacher', 'professor', 'lecturer', 'faculty', 'substitute', 'instructor', 'adjunct'].map(
    (role) => [role, 1] as const,
  ),
  ...['aide', 'paraprofessional', 'assistant', 'teacherassistant', 'teachingassistant', 'teacheraide'].map(
    (role) => [role, 2] as const,
  ),
]);

/** From 1; null for a role that leads no class. */
export const classLeaderRank = (role: string): number | null => CLASS_LEADERS.get(plain(role)) ?? null;
