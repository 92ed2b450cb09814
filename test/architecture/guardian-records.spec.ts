import { describe, expect, it } from '@jest/globals';
import { productFiles, textOf } from './source-files.js';

/*
 * A guardian whom a court keeps apart from a student is none of the student's for any statement about families: these read the view
 * `family_guardians`. The table `guardians` is for whoever keeps the records, or asks who is kept apart.
 */

const MAY_READ_THE_TABLE: Record<string, string> = {
  'src/cli/backup/arriving-people.repository.ts': 'brings back the records of a backup',
  'src/cli/doctor/restrictions.check.ts': 'names who is kept apart and reaches the student by another way',
  'src/features/account/profile/contact.repository.ts':
    "the person's own name and phone, wherever it is on file",
  'src/features/account/profile/own-records.repository.ts': "the person's own records",
  'src/features/changes/effects.sql.ts':
    'what may read differently; whether the caller may read it is asked afterwards',
  'src/features/permission-slips/responses/restricted-answers.repository.ts':
    'ends what somebody has signed from whom the student is kept apart',
  'src/features/directory/families/family-records.repository.ts':
    'carries records from one school to the next',
  'src/features/directory/families/family-records.sql.ts': 'carries records from one school to the next',
  'src/features/directory/guardians/guardian-links.repository.ts': 'links the records of an account',
  'src/features/directory/guardians/guardian-restrictions.sql.ts': 'keeps guardians and students apart',
  'src/features/directory/guardians/guardian-mail-choices.repository.ts':
    'notes on the records who wants no mail',
  'src/features/directory/guardians/withdrawn-guardians.sql.ts':
    'removes records that a source names no more',
  'src/features/directory/roster/replaced-links.sql.ts':
    'has the record that an import brings take the place of a link made by hand',
  'src/features/directory/roster/roster-import.repository.ts': 'writes the records that an import brings',
  'src/features/directory/roster/roster-import.sql.ts': 'writes the records that an import brings',
  'src/features/directory/roster/roster.snapshots.ts': 'admins see who is kept apart: `isVisibleAsGuardian`',
  'src/features/directory/students/student-detail.repository.ts':
    'admins see who is kept apart: `isVisibleAsGuardian`',
  'src/features/directory/visibility/person-records.repository.ts':
    "the person's choice, on all records of theirs",
  'src/features/invitations/registration.repository.ts': 'whose address may register',
  'src/features/me/me.sql.ts': 'the student stays in `/me`, and the family sees that there is a restriction',
  'src/features/memberships/member-profiles.repository.ts': "the person's choice, on all records of theirs",
  'src/features/memberships/memberships.repository.ts':
    'a restriction ends no membership, and the operator sees all',
  'src/features/notices/guardian-mails/guardian-mails.repository.ts':
    'the token of an address stands with any record of it',
  'src/features/notices/guardian-mails/unregistered-guardians.sql.ts':
    'whoever wants no mail says so with any record, and a restricted one closes its address to the student',
  'src/features/person/erased.sql.ts': 'erases all records of a person',
  'src/features/person/person-erasure.repository.ts': 'erases all records of a person',
  'src/features/person/person-export.repository.ts': 'gives a person all their records',
  'src/features/person/person-export.sql.ts': 'gives a person all their records',
  'src/imports/content/content-import.repository.ts': 'finds the records that a file names',
  'src/imports/oneroster/apply/oneroster.repository.ts': 'finds the records that a source names',
  'src/imports/oneroster/apply/restricted-agents.repository.ts': 'finds the records that a source names',
  'src/imports/undo/undo-restrictions.ts': 'what hangs on restrictions that an undo has put back',
  'src/imports/undo/undo-visibility.ts': 'puts back what an import has hidden',
  'src/policy/guardian-restriction.ts': 'decides who is kept apart',
  'src/policy/member-contact.ts': 'the name and phone of a member, wherever they are on file',
  'src/policy/name-order.ts': 'the name of a member, wherever it is on file',
  'src/policy/privacy-mask.ts': 'a contact that a restricted guardian has hidden stays hidden',
  'src/policy/same-person.ts': 'which records are of one person',
};

/** The entity is the table. */
const USES_THE_ENTITY = /\b\w+(<\w+>)?\(\s*Guardian\b/;

/** The table after a word that reads or writes one, at the beginning of a text that follows `from` or `join`, or after a comma. */
const READS_THE_TABLE =
  /\b(from|join|update|into|using|truncate|table)\s+(only\s+)?\(?\s*"?guardians"?(?![\w'’.:-])|[`(]\s*guardians\s+[a-z_]+\s+(join|left|cross|where|on)\b/;

function readsTheTable(text: string): boolean {
  const lines = text.split('\n').filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line));
  return READS_THE_TABLE.test(lines.join('\n')) || lines.some((line) => USES_THE_ENTITY.test(line));
}

describe('a statement about guardians', () => {
  it.each([
    ['`select g.id from guardians g`', true],
    ['`join guardians kin on true`', true],
    ["'update guardians set email = null'", true],
    ['`\n  guardians linked join x`', true],
    ['`left join (guardians link\n join students`', true],
    ['`delete from "guardians" where`', true],
    ['manager.find(Guardian, { where })', true],
    ['`select from family_guardians g`', false],
    ['// An import takes guardians from guardians of another school.', false],
    ["import { a } from './guardians/a.js'", false],
  ])('finds the table in %s: %s', (text, expected) => {
    expect(readsTheTable(text)).toBe(expected);
  });

  it('reads the view `family_guardians`, unless its file keeps the records: a new file needs its reason here', () => {
    const found = productFiles().filter((file) => readsTheTable(textOf(file)));
    expect(found.filter((file) => !MAY_READ_THE_TABLE[file])).toEqual([]);
    expect(Object.keys(MAY_READ_THE_TABLE).filter((file) => !found.includes(file))).toEqual([]);
  });
});
