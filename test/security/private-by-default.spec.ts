import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MemberAdmissionService } from '../../src/features/invitations/member-admission.service.js';
import { InvitationsService } from '../../src/features/invitations/invitations.service.js';
import { SchoolDefaultsService } from '../../src/features/schools/school-defaults.service.js';
import type { Student } from '../../src/features/directory/students/student.entity.js';
import { OneRosterImportService } from '../../src/imports/oneroster/oneroster-import.service.js';
import { NO_PROGRESS } from '../../src/platform/import-report.js';
import { aList } from '../support/list.factory.js';
import {
  aPerson,
  aSchool,
  type Person,
  type TestMember,
  type TestSchool,
} from '../support/school.factory.js';
import { startImportApp, type ImportApp } from '../imports/a-fed-app.js';
import { OneRosterFiles } from '../imports/oneroster/oneroster-files.js';

/*
 * What a school shows of people who have not chosen. The default holds for those who are there and for those who come
 * later, by whichever way; it never decides against what a person has said, nor in another school.
 */

let t: ImportApp;
beforeAll(async () => (t = await startImportApp()));
afterAll(() => t.close());

const PHONE = '+12125550142';
const HOME = { line1: 'Canary Lane 7', city: 'Springfield' };
type Defaults = Parameters<SchoolDefaultsService['setDefaults']>[1];

const decide = ({ id }: TestSchool, defaults: Defaults): Promise<string[]> =>
  t.services.get(SchoolDefaultsService).setDefaults(id, defaults);
const PRIVATE: Defaults = { visibility: 'name_only', address: 'hidden' };
const OPEN: Defaults = { visibility: 'full', address: 'shown' };

async function aPrivateSchool(): Promise<TestSchool> {
  const school = await aSchool(t);
  await decide(school, PRIVATE);
  return school;
}

const choose = async ({ token }: Person, what: 'full' | 'name_only' | boolean): Promise<void> => {
  const [path, body] =
    typeof what === 'boolean'
      ? (['/me/address-visibility', { address_visible: what }] as const)
      : (['/me/profile-visibility', { profile_visibility: what }] as const);
  expect((await t.api.patch(path, { token, body })).status).toBe(204);
};

/** What an unrelated parent finds of the family: phones of guardians, and whether there is an address or a pin. */
async function seenIn(school: TestSchool, email: string): Promise<{ phone: boolean; address: boolean }> {
  const stranger = await school.parent();
  const { token } = stranger;
  const { body: roster } = await t.api.get(`/schools/${school.id}/students?full=true`, { token });
  const { body: map } = await t.api.get(`/schools/${school.id}/map-markers`, { token });
  const [found] = await t.dataSource.query<{ student_id: string; membership_id: string | null }[]>(
    'select student_id, membership_id from guardians where school_id = $1 and email = $2',
    [school.id, email],
  );
  const id = found!.student_id;
  const detail = (await t.api.get(`/students/${id}`, { token })).body as Record<string, unknown>;
  const student = (roster.students as Record<string, unknown>[]).find((one) => one.id === id)!;
  const texts = [JSON.stringify([student, detail])];
  if (found!.membership_id)
    texts.push(await listTexts(school, stranger, { studentId: id, membershipId: found!.membership_id }));
  const pins = (map.markers as { student_id: string }[]).some(({ student_id }) => student_id === id);
  const phones = texts.map((text) => text.replace(/\D/g, '').includes(PHONE.slice(1)));
  const addresses = [pins, student.latitude !== null, detail.address !== null];
  expect([new Set(phones).size, new Set(addresses).size]).toEqual([1, 1]);
  return { phone: phones[0]!, address: addresses[0]! };
}

/** In a list of the reader's own: the guardian by name, and as a recipient of a message. */
async function listTexts(
  school: TestSchool,
  { token, membershipId: reader }: TestMember,
  { studentId, membershipId }: { studentId: string; membershipId: string },
) {
  const list = await aList(t, school, { token, membershipId: reader } as TestMember);
  const entry = { guardian_membership_id: membershipId, linked_student_id: studentId };
  expect((await t.api.post(`/lists/${list.id}/guardians`, { token, body: entry })).status).toBe(201);
  const answers = await Promise.all(['/guardians', '/message-recipients'].map((path) => list.read(path)));
  return answers.map(({ text }) => text).join();
}

const SHOWN = { phone: true, address: true };
const HIDDEN = { phone: false, address: false };

const homeOf = (school: TestSchool): Promise<Student> => school.studentAtHome();
const aFamily = async (school: TestSchool) => school.parentOf(await homeOf(school), { phone: PHONE });
const admit = (school: TestSchool, { email }: { email: string }, students: Student[] = []) =>
  t.dataSource.transaction((manager) =>
    t.services.get(MemberAdmissionService).admit(manager, {
      schoolId: school.id,
      email,
      role: 'parent',
      phone: PHONE,
      students: students.map(({ id }) => ({ studentId: id, relation: 'mother' as const })),
    }),
  );

const COMES: Record<string, (school: TestSchool, person: Person) => Promise<unknown>> = {
  registration: async (school, { email, token }) => {
    await school.guardian(await homeOf(school), { email, phone: PHONE });
    await t.services
      .get(InvitationsService)
      .invite({ schoolId: school.id, email, role: 'parent', students: [] });
    expect((await t.api.post('/registration/confirm', { token })).status).toBe(200);
  },
  '"membership add"': async (school, person) => admit(school, person, [await homeOf(school)]),
  'a content file': (school, { email }) => bring(school, email, {}, {}),
  'a content file that shows them': (school, { email }) =>
    bring(school, email, { address_visible: true }, { profile_visibility: 'full' }),
  OneRoster: async (school, { email }) => {
    const source = `oneroster-${school.id}`;
    await t.dataSource.query(`update schools set source = $2, source_id = 'north' where id = $1`, [
      school.id,
      source,
    ]);
    const files = new OneRosterFiles()
      .school('north')
      .student('ben', { givenName: 'Ben', familyName: 'Park', agentSourcedIds: 'maria' })
      .parent('maria', { givenName: 'Maria', familyName: 'Park', email, phone: PHONE });
    const report = await t.services.get(OneRosterImportService).run({
      path: await files.inFolder(),
      source,
      timeZone: 'UTC',
      dryRun: false,
      archiveLimitPercent: 100,
      progress: NO_PROGRESS,
    });
    expect(report.errors).toEqual([]);
    await t.dataSource.query(
      `update students set address_line1 = 'Lane 7', address_city = 'Springfield', latitude = 40.5, longitude = -73.5 where school_id = $1`,
      [school.id],
    );
  },
};

async function bring(school: TestSchool, email: string, student: object, guardian: object): Promise<void> {
  const guardians = [{ first_name: 'Maria', last_name: 'Park', email, phone: PHONE, ...guardian }];
  const ben = {
    source_id: 'ben',
    first_name: 'Ben',
    last_name: 'Park',
    address: HOME,
    guardians,
    ...student,
  };
  const report = await t.bring(school.id, { students: [{ ...ben, latitude: 40.5, longitude: -73.5 }] });
  expect(report.errors).toEqual([]);
}

describe('a school that is private by default', () => {
  it.each(Object.keys(COMES))('hides whoever comes by %s, and shows them once they say so', async (way) => {
    const school = await aPrivateSchool();
    const person = await aPerson(t);
    await COMES[way]!(school, person);
    expect(await seenIn(school, person.email)).toEqual(HIDDEN);
    await admit(school, person);
    expect(await seenIn(school, person.email)).toEqual(HIDDEN);
    await choose(person, 'full');
    expect(await seenIn(school, person.email)).toEqual({ phone: true, address: false });
    await choose(person, true);
    expect(await seenIn(school, person.email)).toEqual(SHOWN);
  });

  it.each(Object.keys(COMES))('shows who has chosen so elsewhere and comes by %s', async (way) => {
    const elsewhere = await aSchool(t);
    const person = await elsewhere.parentOf(await homeOf(elsewhere));
    for (const said of ['full', true] as const) await choose(person, said);
    const school = await aPrivateSchool();
    await COMES[way]!(school, person);
    await admit(school, person);
    expect(await seenIn(school, person.email)).toEqual(SHOWN);
  });

  it('hides whoever is there and has never chosen, and nobody who has chosen full', async () => {
    const school = await aSchool(t);
    const [silent, open] = [await aFamily(school), await aFamily(school)];
    for (const said of ['full', true] as const) await choose(open, said);
    expect(await decide(school, PRIVATE)).toEqual(['default_visibility', 'default_address']);
    expect(await seenIn(school, silent.email)).toEqual(HIDDEN);
    expect(await seenIn(school, open.email)).toEqual(SHOWN);
    expect(await decide(school, PRIVATE)).toEqual([]);
  });

  it('tells the person how they are shown', async () => {
    const school = await aPrivateSchool();
    const { token } = await aFamily(school);
    const me = async () => (await t.api.get('/me', { token })).body.memberships as Record<string, unknown>[];
    expect(await me()).toMatchObject([{ profile_visibility: 'name_only', address_visible: false }]);
    await choose({ token } as Person, 'full');
    expect(await me()).toMatchObject([{ profile_visibility: 'full', address_visible: false }]);
  });

  it('shows them again when it opens, but for those who have hidden themselves meanwhile', async () => {
    const school = await aPrivateSchool();
    const [silent, hiding] = [await aFamily(school), await aFamily(school)];
    for (const said of ['name_only', false] as const) await choose(hiding, said);
    await decide(school, OPEN);
    expect(await seenIn(school, silent.email)).toEqual(SHOWN);
    expect(await seenIn(school, hiding.email)).toEqual(HIDDEN);
  });

  it('keeps hidden what a file has hidden meanwhile', async () => {
    const school = await aPrivateSchool();
    const email = 'paper@example.org';
    await bring(school, email, {}, {});
    await bring(school, email, { address_visible: false }, { profile_visibility: 'name_only' });
    await decide(school, OPEN);
    expect(await seenIn(school, email)).toEqual(HIDDEN);
  });

  it('says nothing of the same people in another school', async () => {
    const [school, other] = [await aPrivateSchool(), await aSchool(t)];
    const person = await aFamily(school);
    await admit(other, person, [await homeOf(other)]);
    expect(await seenIn(school, person.email)).toEqual(HIDDEN);
    expect(await seenIn(other, person.email)).toEqual(SHOWN);
    await decide(school, OPEN);
    expect(await seenIn(school, person.email)).toEqual(SHOWN);
  });

  it('hides a child of one who hides addresses also after it has opened', async () => {
    const school = await aPrivateSchool();
    const hiding = await aFamily(school);
    await choose(hiding, false);
    const sibling = await school.studentAtHome();
    await school.guardian(sibling, {
      membershipId: hiding.membershipId,
      email: `s-${hiding.email}`,
      phone: PHONE,
    });
    await decide(school, OPEN);
    expect(await seenIn(school, `s-${hiding.email}`)).toMatchObject({ address: false });
  });

  it('leaves out nobody who comes while it decides', async () => {
    const school = await aSchool(t);
    const people = await Promise.all(Array.from({ length: 12 }, () => aPerson(t)));
    for (const { email } of people) await school.guardian(await homeOf(school), { email, phone: PHONE });
    for (const { email } of people)
      await t.services
        .get(InvitationsService)
        .invite({ schoolId: school.id, email, role: 'parent', students: [] });
    const confirmed = people.map(({ token }) => t.api.post('/registration/confirm', { token }));
    const decided = decide(school, PRIVATE);
    const answers = await Promise.all(confirmed);
    await decided;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const open = await t.dataSource.query<object[]>(
      `select from guardians where school_id = $1 and profile_visibility = 'full'
       union all select from memberships where school_id = $1 and profile_visibility = 'full'
       union all select from students where school_id = $1 and address_visible`,
      [school.id],
    );
    expect(open).toEqual([]);
  });

  it('leaves what somebody chooses while it decides', async () => {
    const school = await aSchool(t);
    const families = await Promise.all(Array.from({ length: 8 }, () => aFamily(school)));
    const chosen = families.map((family) => choose(family, 'full'));
    await Promise.all([...chosen, decide(school, PRIVATE)]);
    for (const { email } of families) expect(await seenIn(school, email)).toMatchObject({ phone: true });
  });
});
