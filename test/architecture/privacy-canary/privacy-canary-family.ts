import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { StudentPhoto } from '../../../src/features/photos/student-photo.entity.js';
import { ParentPhoto } from '../../../src/features/photos/parent-photo.entity.js';
import { TestCalendar } from '../../support/calendar.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import {
  aPerson,
  aSchool,
  type Person,
  type TestMember,
  type TestSchool,
} from '../../support/school.factory.js';
import { aCategory } from '../../support/feed.factory.js';
import { aMenu } from '../../support/menu.factory.js';
import { aNotification } from '../../support/notification.factory.js';
import { answeredBy } from './privacy-canary-answers.js';
import { anOrganization } from '../../support/organization.factory.js';
import type { TestApp } from '../../support/test-app.js';
import { claimsOf, tokenOf } from '../../support/tokens.js';
import { webhookRows } from '../../support/webhook.factory.js';
import { aListOf, type Family } from './privacy-canary-lists.js';
import { anAnsweredSlip } from './privacy-canary-slips.js';
import { correctionsOf } from './privacy-canary.confirmation.js';
import { publicationsOf } from './privacy-canary-publications.js';
import { GROUPS, type Group } from './privacy-canary.table.js';

export const VIEWERS = ['unrelated parent', 'parent of another school', 'co-guardian', 'admin'] as const;
export type Viewer = (typeof VIEWERS)[number];

export interface Canaries {
  viewer: Person;
  /** The guardian whom it is all about. */
  guardian: Person;
  /** What stands for a parameter of a path or a query. */
  ids: Record<string, string>;
  /** The groups of which an answer holds anything. */
  seenIn: (answer: ApiAnswer) => Group[];
}

const LATITUDE = 48.7314159;
const LONGITUDE = -101.2718281;
/** Degrees, about a kilometre: a rounded or shifted place is a place. */
const NEAR = 0.01;

const word = (): string => `canary${randomUUID().replaceAll('-', '')}`;
const email = (): string => `${word()}@example.org`;
/** Ten digits after the country code, so that any way to write it can be told. */
const phone = (): string => `+1 (212) 5${randomInt(10, 100)}-${randomInt(1000, 10_000)}`;

/** A family with values of its own wherever a table has place for them, seen by one other person. */
export async function aCanaryFamily(
  t: TestApp,
  viewer: Viewer,
  { hidden }: { hidden: boolean },
): Promise<Canaries> {
  const [school, otherSchool] = [
    await aSchool(t, { addressBooks: true }),
    await aSchool(t, { addressBooks: true }),
  ];
  const contact = { email: email(), phones: [phone(), phone(), phone()], of: [email(), phone()] };
  const child = { email: email(), phone: phone() };
  const [line1, line2, city, region, postal] = [word(), word(), word(), word(), word()];
  const profileVisibility = hidden ? 'name_only' : 'full';

  const legal = [word(), word()];
  const student = await school.student({
    ...child,
    firstName: legal[0]!,
    lastName: legal[1]!,
    preferredName: 'Ada',
    preferredLastName: 'Park',
    addressLine1: line1,
    addressLine2: line2,
    addressCity: city,
    addressRegion: region,
    addressPostalCode: postal,
    latitude: LATITUDE,
    longitude: LONGITUDE,
    addressVisible: !hidden,
  });
  const account = await aPerson(t, { email: contact.email, phone: contact.phones[0]! });
  const guardian = await school.parent({ phone: contact.phones[1]!, profileVisibility }, account);
  const record = await school.guardian(student, {
    membershipId: guardian.membershipId,
    email: contact.email,
    phone: contact.phones[2]!,
    profileVisibility,
  });
  // One without a login.
  await school.guardian(student, { email: contact.of[0]!, phone: contact.of[1]!, profileVisibility });
  await photosOf(t, school, student.id, guardian.membershipId);
  const secrets = await privateThings(t, school, guardian, student.id);
  const caller = await theViewer({ viewer, school, otherSchool, student });
  const needles: Record<Exclude<Group, 'coordinates'>, string[]> = {
    contact: [contact.email, ...contact.phones, ...contact.of],
    'student contact': Object.values(child),
    address: [line1, line2, city, region, postal],
    private: secrets,
    'legal name': legal,
  };
  return {
    viewer: caller,
    guardian,
    ids: {
      schoolId: school.id,
      studentId: student.id,
      membershipId: guardian.membershipId,
      parentId: guardian.membershipId,
      ...(await anOrganizationOf(t, school, guardian, student)),
      imageId: randomUUID(),
      ...(await webhookRows(t, school)),
      categoryId: await aCategory(t, { school }, 'Trips'),
      menuId: (await aMenu(t, school)).id,
      name: `${'0'.repeat(32)}.png`,
      ownStudentId: caller.ownStudentId,
      key: `student-photos/${student.id}.jpg`,
      path: `${school.id}/students/${student.id}`,
      ...{ uid: randomUUID(), passkeyId: randomUUID() },
      sessionId: claimsOf(await tokenOf(t, caller)).sid as string,
      ...(await thingsOfTheViewer(t, school, caller, { guardian, studentId: student.id })),
      file: `${record.id}.vcf`,
      notificationId: (await aNotification(t, caller, { targetType: 'student', targetId: student.id })).id,
      ...(await calendarOf(t, school, caller)),
      ...(await publicationsOf(t, school, guardian)),
      ...(await correctionsOf(t, school, guardian, student.id)),
      ...(await answeredBy(t, school, guardian)),
      ...(await anAnsweredSlip(t, school, guardian, student)),
      email: contact.email,
      phone: contact.phones[2]!,
      street: line1,
      legalName: legal[0]!,
    },
    seenIn: (answer) => GROUPS.filter((group) => isIn(answer, group, needles)),
  };
}

async function photosOf(t: TestApp, { id: schoolId }: TestSchool, studentId: string, membershipId: string) {
  const pixels = { width: 1, height: 1, sizeBytes: 1 };
  const photo = { schoolId, contentType: 'image/png' as const, updatedAt: new Date(), ...pixels };
  await t.dataSource.manager.insert(StudentPhoto, { ...photo, studentId });
  await t.dataSource.manager.insert(ParentPhoto, { ...photo, membershipId });
}

/** What goes on at the school, and feeds of it of the viewer's own, wherever they belong to. */
async function calendarOf(t: TestApp, school: TestSchool, { membershipId }: TestMember) {
  const calendar = new TestCalendar(t, school, (await school.admin()).token);
  const seriesId = await calendar.aSeries();
  const [token, subscriptionId] = [randomBytes(32).toString('base64url'), randomUUID()];
  for (const table of ['calendar_subscriptions', 'menu_subscriptions'])
    await t.dataSource.query(
      `insert into ${table} (id, token, membership_id, school_id, name, created_at)
       select $1, $2, id, school_id, 'All', now() from memberships where id = $3`,
      [subscriptionId, token, membershipId],
    );
  return { seriesId, token, subscriptionId };
}

/** With the family on its roster, a photo from them, and a game whose result the guardian has recorded. */
async function anOrganizationOf(
  t: TestApp,
  school: TestSchool,
  guardian: TestMember,
  student: Student,
): Promise<Record<'organizationId' | 'photoId' | 'eventId', string>> {
  const organization = await anOrganization(t, school);
  const photo = await organization.photo({ uploadedByMembershipId: guardian.membershipId });
  await organization.addParent(guardian);
  await organization.enroll(student);
  await organization.grant(guardian);
  // An editor addresses nobody but the organization.
  const calendar = new TestCalendar(t, school, (await school.admin()).token);
  const eventId = await calendar.anEvent({
    starts_at: '2020-01-01T16:00:00Z',
    ends_at: '2020-01-01T17:00:00Z',
    organization_id: organization.id,
    audience: { type: 'school' },
  });
  await t.api.put(`/organizations/${organization.id}/results/${eventId}`, {
    token: guardian.token,
    body: { outcome: 'win' },
  });
  return { organizationId: organization.id, photoId: photo.id, eventId };
}

async function theViewer({
  viewer,
  school,
  otherSchool,
  student,
}: {
  viewer: Viewer;
  school: TestSchool;
  otherSchool: TestSchool;
  student: Student;
}): Promise<TestMember & { ownStudentId: string }> {
  const own = { firstName: 'Ben', latitude: 12.5, longitude: 8.25 };
  const of = async (ownStudent: Student, parent: Promise<TestMember>) => ({
    ...(await parent),
    ownStudentId: ownStudent.id,
  });
  if (viewer === 'admin') return of(student, school.admin());
  if (viewer === 'co-guardian') return of(student, school.parentOf(student));
  const home = viewer === 'unrelated parent' ? school : otherSchool;
  const child = await home.student(own);
  return of(child, home.parentOf(child));
}

/** Note, list and invitation of the guardian. */
async function privateThings(
  t: TestApp,
  school: TestSchool,
  guardian: TestMember,
  studentId: string,
): Promise<string[]> {
  const [note, name, description] = [word(), word(), word()];
  await t.api.put(`/students/${studentId}/note`, { token: guardian.token, body: { body: note } });
  const list = await aListOf(t, school, guardian, { guardian, studentId });
  await t.dataSource.query('update lists set name = $2, description = $3 where id = $1', [
    list.listId,
    name,
    description,
  ]);
  await t.dataSource.query(
    `insert into invitations (school_id, email, role, created_at) values ($1, $2, 'parent', now())`,
    [school.id, guardian.email],
  );
  return [note, name, description];
}

/** A star, and a list with the family on it: neither by whom is of another school. */
async function thingsOfTheViewer(t: TestApp, school: TestSchool, viewer: TestMember, family: Family) {
  await t.dataSource.query(
    `insert into stars (membership_id, student_id, school_id)
     select id, $2, school_id from memberships where id = $1 and school_id = $3`,
    [viewer.membershipId, family.studentId, school.id],
  );
  const { listId, ...list } = await aListOf(t, school, viewer, family);
  const [kept, withdrawn] = [await anAppPasswordOf(t, viewer), await anAppPasswordOf(t, viewer)];
  return { listId, ...list, bookId: listId, appPassword: kept.password, appPasswordId: withdrawn.id };
}

/** In whatever school the viewer is a member. */
async function anAppPasswordOf(t: TestApp, { token }: Person): Promise<{ id: string; password: string }> {
  const { body: me } = await t.api.get('/me', { token });
  const schoolId = me.memberships[0].school_id as string;
  const { body } = await t.api.post(`/schools/${schoolId}/app-passwords`, { token, body: { name: 'Phone' } });
  return body as { id: string; password: string };
}

/**
 * In body and headers, however it is written: in any case, percent-encoded, in lines that are folded, a phone by its digits,
 * a place by numbers.
 */
function isIn(
  { text, headers }: ApiAnswer,
  group: Group,
  needles: Record<Exclude<Group, 'coordinates'>, string[]>,
): boolean {
  const all = [text, ...[...headers].flat()].join('\n').toLowerCase();
  if (group === 'coordinates')
    return [...all.replace(/t\d\d:\d\d:\d\d\.\d{3}z/g, '').matchAll(/-?\d+\.\d+/g)].some(([number]) =>
      isNear(Number(number)),
    );
  const unfolded = all.replace(/=?\r?\n[ \t]?/g, '');
  const [digits, decoded] = [all.replace(/\D/g, ''), decodable(unfolded)];
  return needles[group].some((needle) =>
    needle.startsWith('+')
      ? digits.includes(needle.replace(/\D/g, '').slice(-10))
      : [all, unfolded, decoded].some((text) => text.includes(needle)),
  );
}

const isNear = (number: number): boolean =>
  [LATITUDE, LONGITUDE].some((degrees) => Math.abs(Math.abs(number) - Math.abs(degrees)) < NEAR);

const decodable = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/g, (_, byte: string) => String.fromCharCode(parseInt(byte, 16)));
