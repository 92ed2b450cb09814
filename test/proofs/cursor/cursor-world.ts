import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { anOrganization, aStaffMember, type TestOrganization } from '../../support/organization.factory.js';
import { aPerson, aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import type { TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';
import type { Caller } from './cursor-store.js';
import { FedRoster } from './fed-roster.js';

/** A school with callers of every kind. */
export interface CursorSchool {
  school: TestSchool;
  students: Student[];
  organizations: TestOrganization[];
  admin: TestMember;
  editor: TestMember;
  parents: TestMember[];
  /** A parent who leaves now and then, and comes back with another membership. */
  loner: TestMember;
  callers: Caller[];
  /** The name of the system that feeds the school, and what that has. */
  source: string;
  roster: FedRoster;
  /** The last import from there, as long as it was not undone. */
  lastRun: string | null;
}

/** New tokens for everyone: the clock moves on by weeks. */
export async function signInAnew(t: TestApp, worlds: CursorSchool[]): Promise<void> {
  for (const { callers } of worlds)
    for (const { member } of callers) member.token = await tokenOf(t, member, { ttl: 60 * 24 * 3_600 });
}

/** Two schools, with a parent who belongs to both. */
export async function twoSchools(t: TestApp): Promise<CursorSchool[]> {
  const inBoth = await aPerson(t, { firstName: 'Bo', lastName: 'Both' });
  return [await aCursorSchool(t, 'first', inBoth), await aCursorSchool(t, 'second', inBoth)];
}

async function aCursorSchool(
  t: TestApp,
  name: string,
  inBoth: Awaited<ReturnType<typeof aPerson>>,
): Promise<CursorSchool> {
  const source = `fed-${name}`;
  const school = await aSchool(t, { source, sourceId: 'north', name: `School ${name}` });
  const students = [];
  for (const graduationYear of [2028, 2029, 2030, 2030])
    students.push(await school.studentAtHome({ graduationYear, lastName: `Park ${graduationYear}` }));
  const [ada, ben, cleo, dan] = students as [Student, Student, Student, Student];
  const mother = await school.parentOf([ada, ben]);
  const father = await school.parentOf(ada, { relation: 'father' });
  const loner = await school.parentOf(cleo);
  const admin = await school.admin();
  const junior = await school.admin('junior_admin');
  const editor = await school.parentOf(dan);
  const both = await school.parent({}, inBoth);
  await school.guardian(cleo, { membershipId: both.membershipId, email: both.email, relation: 'father' });
  const organizations = [
    await anOrganization(t, school, { name: 'Chess' }),
    await anOrganization(t, school, { name: 'Go', kind: 'club' }),
    await anOrganization(t, school, { name: '6a', kind: 'class' }),
  ];
  const [chess, go, sixth] = organizations as [TestOrganization, TestOrganization, TestOrganization];
  await chess.grant(editor);
  await chess.enroll(ada);
  await go.enroll(ben);
  await sixth.enroll(cleo);
  await go.addParent(father);
  await chess.leader({ membershipId: mother.membershipId });
  const coach = await aStaffMember(t, school, { email: junior.email });
  await go.leader({ staffMemberId: coach.id });
  const members = { admin, junior, editor, mother, father, loner, both };
  const callers = Object.entries(members).map(([role, member]) => ({
    ...{ name: `${name} ${role}`, member },
    schoolId: school.id,
  }));
  const parents = [mother, father, loner, both, editor];
  const roster = new FedRoster(`School ${name}`);
  return {
    ...{ school, students, organizations, admin, editor, parents, loner, callers },
    ...{ source, roster, lastRun: null },
  };
}
