import type { INestApplicationContext } from '@nestjs/common';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import {
  type GuardianOfStudent,
  RestrictionsService,
} from '../../../src/features/memberships/restrictions.service.js';
import { ParentPhoto } from '../../../src/features/photos/parent-photo.entity.js';
import { StudentPhoto } from '../../../src/features/photos/student-photo.entity.js';
import { anOrganization, aStaffMember, type TestOrganization } from '../../support/organization.factory.js';
import { aPerson, aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import type { TestApp } from '../../support/test-app.js';
import { Canaries } from './canaries.js';
import type { Link } from './links.js';

/**
 * What is hidden from Rob, by whose it is: Sam's name where it does not belong, the rest of Sam, the contact of Sam's other guardians,
 * the home and contact of the children of these, what is published to Rob through Sam alone (by the year, or to Sam's club), and what is
 * answered for Sam. `tess` is
 * of the sister, who is hidden as well where Rob is kept apart from both.
 */
export const GROUPS = ['name', 'sam', 'guardian', 'kin', 'item', 'club item', 'answer', 'tess'] as const;
export type Group = (typeof GROUPS)[number];

export interface Apart {
  /** Children from whom Rob is kept apart. */
  from: 'one of two' | 'both';
  link: Link;
  /** Rob is on the staff. */
  isStaff?: boolean;
  /** Rob edits Sam's club. */
  isEditor?: boolean;
  /** Rob runs another school, where he has a child as well. */
  isElsewhere?: boolean;
}

/** The application, and what the operator's commands use. */
export interface Operated extends TestApp {
  services: INestApplicationContext;
}

/** Sam and Tess of Rob and Mary; Hal is Mary's alone, and the cousin has Sam's grandmother as a guardian. */
export interface Family {
  school: TestSchool;
  canaries: Canaries<Group>;
  sam: Student;
  tess: Student;
  hal: Student;
  cousin: Student;
  rob: TestMember;
  mary: TestMember;
  admin: TestMember;
  /** Parent of another child. */
  stranger: TestMember;
  club: TestOrganization;
}

/** Sam's graduation year, and of nobody else. */
export const YEAR = 2041;

export async function aFamily(
  t: Operated,
  { link, isStaff, isEditor, isElsewhere }: Omit<Apart, 'from'>,
): Promise<Family> {
  const school = await aSchool(t, { addressBooks: true });
  const canaries = new Canaries<Group>();
  const [sam, tess] = [
    await aChild(school, canaries, 'sam', { preferredName: canaries.word('name'), graduationYear: YEAR }),
    await aChild(school, canaries, 'tess', { preferredName: 'Tess' }),
  ];
  canaries.text('name', sam.id);
  const [hal, cousin] = [
    await aChild(school, canaries, 'kin', { firstName: 'Hal' }),
    await aChild(school, canaries, 'kin', { firstName: 'Cleo' }),
  ];
  const account = await aPerson(t, { email: canaries.email('guardian'), phone: canaries.phone('guardian') });
  const mary = await school.parent({ firstName: 'Mary', phone: canaries.phone('guardian') }, account);
  for (const child of [sam, tess, hal])
    await school.guardian(child, {
      firstName: 'Mary',
      membershipId: mary.membershipId,
      ...contact(canaries),
    });
  for (const child of [sam, cousin])
    await school.guardian(child, { firstName: 'Gina', sourceId: `gina-${school.id}`, ...contact(canaries) });
  await school.guardian(hal, { firstName: 'Hector', ...contact(canaries, 'kin') });
  const person = await aPerson(t, { firstName: 'Rob', lastName: 'Park' });
  const rob = await link(t, { school, person, children: [sam, tess] });
  const stranger = await school.parentOf(await school.studentAtHome({ firstName: 'Nina' }));
  const club = await anOrganization(t, school, { name: 'Foxes' });
  await club.enroll(sam, { position: canaries.word('sam'), jersey: canaries.word('sam') });
  await club.addParent(mary);
  await club.leader({ studentId: sam.id });
  if (isEditor) await club.grant(rob);
  if (isElsewhere) await aLifeElsewhere(t, rob);
  if (isStaff) await aStaffMember(t, school, { firstName: 'Rob', email: person.email });
  await photosOf(t, school, { sam, mary });
  for (const guardian of [mary, rob]) await propose(t, guardian, sam);
  return { school, canaries, sam, tess, hal, cousin, rob, mary, admin: await school.admin(), stranger, club };
}

/** What somebody may do at one school says nothing of another one. */
async function aLifeElsewhere(t: Operated, rob: TestMember): Promise<void> {
  const school = await aSchool(t);
  const { membershipId } = await school.admin('senior_admin', rob);
  await school.guardian(await school.studentAtHome({ firstName: 'Rae' }), { firstName: 'Rob', membershipId });
}

const contact = (canaries: Canaries<Group>, group: Group = 'guardian') => ({
  email: canaries.email(group),
  phone: canaries.phone(group),
});

/** With a value of its own wherever a student has place for one. */
function aChild(school: TestSchool, canaries: Canaries<Group>, group: Group, given: Partial<Student>) {
  const word = () => canaries.word(group);
  return school.student({
    ...contact(canaries, group),
    ...canaries.place(group),
    ...{ addressLine1: word(), addressLine2: word(), addressCity: word(), addressRegion: word() },
    ...{ addressPostalCode: word(), addressCountry: 'US' },
    // What nobody but a family's own and admins see is not asked of the children of others.
    ...(group !== 'kin' && {
      middleName: word(),
      grade: word(),
      firstName: word(),
      lastName: word(),
      preferredLastName: 'Park',
    }),
    ...given,
  });
}

/** Says what is wrong of the child: beside it stands what the roster said. */
async function propose(t: TestApp, { token }: TestMember, { id }: Student): Promise<void> {
  for (const field of ['name', 'address', 'phone', 'grade', 'guardians']) {
    const body = { field, proposed: 'Something else' };
    const { status, text } = await t.api.post(`/students/${id}/corrections`, { token, body });
    if (status !== 201) throw new Error(text);
  }
}

async function photosOf(
  t: TestApp,
  { id: schoolId }: TestSchool,
  { sam, mary }: Pick<Family, 'sam' | 'mary'>,
) {
  const pixels = { width: 1, height: 1, sizeBytes: 1 };
  const photo = { schoolId, contentType: 'image/png' as const, updatedAt: new Date(), ...pixels };
  await t.dataSource.manager.insert(StudentPhoto, { ...photo, studentId: sam.id });
  await t.dataSource.manager.insert(ParentPhoto, { ...photo, membershipId: mary.membershipId });
}

type Kept = Pick<Family, 'school' | 'rob' | 'sam' | 'tess'>;

/** As the operator's command does it. */
export async function keepApart(t: TestApp, family: Kept, from: Apart['from'] = 'one of two'): Promise<void> {
  const children = from === 'both' ? [family.sam, family.tess] : [family.sam];
  const terms = { until: null, reason: 'A court', timeZone: 'America/New_York' };
  for (const record of await recordsOfRob(t, family, children))
    await t.app.get(RestrictionsService, { strict: false }).restrict(record, terms);
}

export async function lift(t: TestApp, family: Kept): Promise<void> {
  for (const record of await recordsOfRob(t, family, [family.sam, family.tess], 'restricted_at is not null'))
    await t.app.get(RestrictionsService, { strict: false }).lift(record);
}

/** A record of Rob for each child that has one. */
async function recordsOfRob(
  t: TestApp,
  { school }: Kept,
  children: Student[],
  condition = 'true',
): Promise<GuardianOfStudent[]> {
  const rows = await t.dataSource.query<{ id: string; student: string }[]>(
    `select distinct on (s.id) g.id, s.source_id as student from guardians g
     join students s on s.school_id = g.school_id and s.id = g.student_id
     where g.school_id = $1 and s.id = any ($2::uuid[]) and g.first_name = 'Rob' and ${condition} order by s.id, g.id`,
    [school.id, children.map(({ id }) => id)],
  );
  if (rows.length === 0) throw new Error('Rob is on file at no child');
  return rows.map(({ id, student }) => ({ schoolId: school.id, student, guardianId: id }));
}
