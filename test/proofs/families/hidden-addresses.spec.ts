import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Student } from '../../../src/features/directory/students/student.entity.js';
import { MembershipsService } from '../../../src/features/memberships/memberships.service.js';
import { InvitationsService } from '../../../src/features/invitations/invitations.service.js';
import { MemberAdmissionService } from '../../../src/features/invitations/member-admission.service.js';
import { OneRosterImportService } from '../../../src/imports/oneroster/oneroster-import.service.js';
import { NO_PROGRESS } from '../../../src/platform/import-report.js';
import { aList } from '../../support/list.factory.js';
import { aSchool, type TestGuardian, type TestSchool } from '../../support/school.factory.js';
import { startImportApp, type ImportApp } from '../../imports/a-fed-app.js';
import { OneRosterFiles } from '../../imports/oneroster/oneroster-files.js';

/*
 * A family hides its address; a younger child comes onto a roster, and is linked to the parent. Whatever comes first, by
 * whichever way and in whichever school: a stranger finds neither address nor pin in anything that they can read.
 */

const STREET = 'canary Hidden Lane 7';
const [LATITUDE, LONGITUDE] = [48.7314159, -101.2718281];
const HOME = { line1: STREET, city: 'Springfield' };

let t: ImportApp;
beforeAll(async () => (t = await startImportApp()));
afterAll(() => t.close());

interface Family {
  /** Where Ben, the younger child, is. */
  school: TestSchool;
  parent: TestGuardian;
}

type Step = (family: Family) => Promise<unknown>;

const choose =
  (visible: boolean): Step =>
  async ({ parent }) => {
    const answer = await t.api.patch('/me/address-visibility', {
      token: parent.token,
      body: { address_visible: visible },
    });
    expect(answer.status).toBe(204);
  };
const hide = choose(false);

const BRINGS: Record<string, Step> = {
  'a content file': ({ school, parent }) => bringBen(school, parent, {}),
  'a content file that says to show it': ({ school, parent }) =>
    bringBen(school, parent, { address_visible: true }),
  OneRoster: async ({ school, parent }) => {
    const source = `oneroster-${school.id}`;
    await t.dataSource.query(`update schools set source = $2, source_id = 'north' where id = $1`, [
      school.id,
      source,
    ]);
    const files = new OneRosterFiles()
      .school('north')
      .student('ben', { givenName: 'Ben', familyName: 'Park', agentSourcedIds: 'maria' })
      .parent('maria', { givenName: 'Maria', familyName: 'Park', email: parent.email });
    const report = await t.services.get(OneRosterImportService).run({
      path: await files.inFolder(),
      source,
      timeZone: 'UTC',
      dryRun: false,
      archiveLimitPercent: 100,
      progress: NO_PROGRESS,
    });
    expect(report.errors).toEqual([]);
    await t.dataSource.query(`update students set address_line1 = $2 where school_id = $1`, [
      school.id,
      STREET,
    ]);
  },
};

async function bringBen(school: TestSchool, { email }: TestGuardian, given: object): Promise<void> {
  const guardians = [{ first_name: 'Maria', last_name: 'Park', email }];
  const ben = { source_id: 'ben', first_name: 'Ben', last_name: 'Park', address: HOME, guardians, ...given };
  expect((await t.bring(school.id, { students: [ben] })).errors).toEqual([]);
}

const admit = ({ school, parent: { email } }: Family) =>
  t.dataSource.transaction((manager) =>
    t.services
      .get(MemberAdmissionService)
      .admit(manager, { schoolId: school.id, email, role: 'parent', students: [] }),
  );

const JOINS: Record<string, Step> = {
  registration: async ({ school, parent: { email, token } }) => {
    const invitation = { schoolId: school.id, email, role: 'parent' as const, students: [] };
    await t.services.get(InvitationsService).invite(invitation);
    expect((await t.api.post('/registration/confirm', { token })).status).toBe(200);
  },
  '"membership add"': admit,
  'a content file': ({ school, parent: { email } }) =>
    t.bring(school.id, { members: [{ email, role: 'parent' }] }),
  'a membership that is made active again': async (family) => {
    const memberships = t.services.get(MembershipsService);
    await admit(family);
    await memberships.deactivate(family.school.id, family.parent.email);
    await memberships.reactivate(family.school.id, family.parent.email);
  },
};

const PLACES = ['the same school', 'another school'] as const;

async function aFamily(place: (typeof PLACES)[number]): Promise<Family> {
  const school = await aSchool(t);
  const parent = await school.parentOf(await school.student({ firstName: 'Ada' }));
  return { school: place === 'the same school' ? school : await aSchool(t), parent };
}

/** All six orders in every case; every day two, so that each way comes in all six at either school. */
const everyOrder = process.env.HIDING_ORDERS === 'all';

/** Every step in every order. */
const ordersOf = <T>(steps: T[]): T[][] =>
  steps.length === 0
    ? [[]]
    : steps.flatMap((step) =>
        ordersOf(steps.filter((other) => other !== step)).map((rest) => [step, ...rest]),
      );

async function findBen({ school }: Family): Promise<Student> {
  const found = { schoolId: school.id, firstName: 'Ben' };
  // What no source brings of the place of a house is looked up: here, it is known.
  await t.dataSource.manager.update(Student, found, { latitude: LATITUDE, longitude: LONGITUDE });
  return t.dataSource.manager.findOneByOrFail(Student, found);
}

/** The addresses at which another parent of the school found the house. */
async function foundByStranger(family: Family): Promise<string[]> {
  const { school } = family;
  const ben = await findBen(family);
  const stranger = await school.parentOf(await school.studentAtHome());
  const list = await aList(t, school, stranger, [ben]);
  const [linked] = await t.dataSource.query<{ membership_id: string }[]>(
    'select membership_id from guardians where student_id = $1',
    [ben.id],
  );
  await t.api.post(`/lists/${list.id}/guardians`, {
    token: stranger.token,
    body: { guardian_membership_id: linked!.membership_id, linked_student_id: ben.id },
  });
  const found: string[] = [];
  for (const path of [
    `/students/${ben.id}`,
    ...['', '?full=true', '?q=ben', '?full=true&q=park'].map(
      (query) => `/schools/${school.id}/students${query}`,
    ),
    ...['', `?list=${list.id}`, '?q=ben'].map((query) => `/schools/${school.id}/map-markers${query}`),
    ...['', '/guardians', '/candidates', '/message-recipients', '/export.vcf'].map(
      (path) => `/lists/${list.id}${path}`,
    ),
    `/schools/${school.id}/watch`,
    '/me/export',
    `/me/as-seen-by-others?schoolId=${school.id}`,
  ]) {
    const { status, text } = await t.api.get(path, { token: stranger.token });
    expect([path, status]).toEqual([path, 200]);
    if ([STREET, '48.7314', '101.2718'].some((canary) => text.includes(canary))) found.push(path);
  }
  return found;
}

async function isOwnOf(parent: TestGuardian, { id }: Student): Promise<boolean> {
  return (await t.api.get(`/students/${id}`, { token: parent.token })).body.is_own as boolean;
}

const CASES = PLACES.flatMap((place, first) =>
  Object.keys(BRINGS).flatMap((by, second) =>
    Object.keys(JOINS).map((joined, third) => [place, by, joined, first + second + third] as const),
  ),
);

describe('the house of a family that has hidden its address', () => {
  it.each(CASES)(
    'stays hidden from strangers with a child at %s that %s brings and %s links, in whatever order',
    async (place, by, joined, which) => {
      const orders = ordersOf([hide, BRINGS[by]!, JOINS[joined]!]);
      for (const order of orders.filter((_, at) => everyOrder || at % 3 === which % 3)) {
        const family = await aFamily(place);
        for (const step of order) await step(family);
        expect(await isOwnOf(family.parent, await findBen(family))).toBe(true);
        expect(await foundByStranger(family)).toEqual([]);
      }
    },
  );

  it('would be found, had the family not hidden it, and is found once they show it again', async () => {
    const family = await aFamily('another school');
    for (const step of [BRINGS['a content file']!, admit]) await step(family);
    expect(await foundByStranger(family)).toHaveLength(7);
    await hide(family);
    await choose(true)(family);
    expect(await foundByStranger(family)).toHaveLength(7);
  });

  it('shows where the parent chose nothing, having had no child', async () => {
    const school = await aSchool(t);
    const family = { school, parent: { ...(await school.parent()), guardianId: '' } };
    for (const step of [hide, BRINGS['a content file']!, admit]) await step(family);
    expect(await foundByStranger(family)).not.toEqual([]);
  });

  it('hides with a child that is linked to the other guardian alone', async () => {
    const family = await aFamily('the same school');
    const [ada] = await t.dataSource.manager.findBy(Student, { schoolId: family.school.id });
    const father = await family.school.parentOf(ada!);
    await hide(family);
    await bringBen(family.school, father, {});
    expect(await foundByStranger(family)).toEqual([]);
  });

  it('stays as the other guardian has shown it since, for the child that was there', async () => {
    const family = await aFamily('the same school');
    for (const step of [hide, BRINGS['a content file']!]) await step(family);
    const father = await family.school.parentOf(await findBen(family));
    await choose(true)({ ...family, parent: father });
    await admit(family);
    expect(await foundByStranger(family)).not.toEqual([]);
  });

  it('stays hidden from a file that said to hide it and now says to show it', async () => {
    const family = await aFamily('the same school');
    const { school, parent } = family;
    await bringBen(school, parent, { address_visible: false });
    await hide(family);
    await bringBen(school, parent, { address_visible: true });
    expect(await foundByStranger(family)).toEqual([]);
  });

  it('hides again where a membership is made active that was deactivated when they chose', async () => {
    const family = await aFamily('another school');
    for (const step of [BRINGS['a content file']!, admit]) await step(family);
    const memberships = t.services.get(MembershipsService);
    await memberships.deactivate(family.school.id, family.parent.email);
    await hide(family);
    await memberships.reactivate(family.school.id, family.parent.email);
    expect(await foundByStranger(family)).toEqual([]);
  });

  it('hides by a parent who hides it while an import and a registration link the child', async () => {
    for (let round = 0; round < 5; round += 1) {
      const family = await aFamily('another school');
      const steps = [hide, BRINGS['a content file']!, JOINS.registration!];
      await Promise.all(steps.map((step) => step(family)));
      await bringBen(family.school, family.parent, {});
      expect(await foundByStranger(family)).toEqual([]);
    }
  });
});
