import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Follower } from '../../support/changes/follower.js';
import { PRACTICE } from '../../support/calendar.factory.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import { Student } from '../../../src/features/directory/students/student.entity.js';
import { record } from '../../../src/platform/journal/recorded-changes.js';
import { Transactions } from '../../../src/platform/transaction/transactions.service.js';
import { aPermissionSlip } from '../../support/permission-slip.factory.js';
import {
  aSchool,
  type TestGuardian,
  type TestMember,
  type TestSchool,
} from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let admin: TestMember;
let parent: TestGuardian;
let student: Student;
let chess: TestOrganization;
let reader: Follower;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  admin = await school.admin();
  student = await school.student();
  parent = await school.parentOf(student);
  chess = await anOrganization(t, school);
  reader = await Follower.begin(t, school, parent);
});

/** What it answers, once it has succeeded. */
async function send(method: string, path: string, by: TestMember, body?: object): Promise<{ id: string }> {
  const answer = await t.api.send(method, path, { token: by.token, ...(body && { body }) });
  expect([answer.status < 300, answer.text]).toEqual([true, answer.text]);
  return answer.body as { id: string };
}
const inSchool = (path: string): string => `/schools/${school.id}/${path}`;
const ADMINS = { audience: { type: 'admins' } };

/** An item of each type that is published to an audience: where it is made, and where it is changed and deleted. */
const PUBLISHED = {
  notice: {
    made: 'notices',
    body: { title: 'Snow', body: 'No school', expires_at: '2199-01-01T00:00:00Z' },
    at: (id: string) => inSchool(`notices/${id}`),
  },
  document: { made: 'documents', body: { title: 'Rules' }, at: (id: string) => inSchool(`documents/${id}`) },
  event: {
    made: 'calendar/events',
    body: { title: 'Picnic', starts_at: '2199-01-01T00:00:00Z', ends_at: '2199-01-01T01:00:00Z' },
    at: (id: string) => inSchool(`calendar/events/${id}`),
  },
  series: { made: 'calendar/series', body: PRACTICE, at: (id: string) => inSchool(`calendar/series/${id}`) },
  poll: {
    made: 'polls',
    body: {
      ...{ title: 'When?', opens_at: '2020-01-01T00:00:00Z', results_visibility: 'always', anonymous: false },
      questions: [{ text: 'When?', choices: [{ text: 'Now' }, { text: 'Later' }] }],
    },
    at: (id: string) => `/polls/${id}/management`,
  },
  signup: {
    made: 'signups',
    body: {
      ...{
        title: 'Cakes',
        opens_at: '2020-01-01T00:00:00Z',
        claim_per: 'person',
        claimant_visibility: 'names',
      },
      items: [{ title: 'Cake' }],
    },
    at: (id: string) => `/signups/${id}/management`,
  },
  permission_slip: {
    made: 'permission-slips',
    body: {
      ...{ title: 'Museum', body: 'By bus', statement: 'May go', opens_at: '2020-01-01T00:00:00Z' },
      ...{ answer_per: 'student', signature_required: false, second_guardian_required: false },
    },
    at: (id: string) => `/permission-slips/${id}/management`,
  },
};

describe.each(Object.entries(PUBLISHED))('A %s', (type, { made, body, at }) => {
  it('reaches the reader when it is new, changed, addressed to others and to them again', async () => {
    const { id } = await send('POST', inSchool(made), admin, body);
    expect(await reader.words()).toContain(`changed ${type} ${id}`);
    await send('PATCH', at(id), admin, { title: 'Another' });
    expect(await reader.words()).toContain(`changed ${type} ${id}`);
    await send('PATCH', at(id), admin, ADMINS);
    expect(await reader.words()).toContain(`removed ${type} ${id}`);
    await send('PATCH', at(id), admin, { title: 'For admins' });
    expect(await reader.words()).toEqual([]);
    await send('PATCH', at(id), admin, { audience: { type: 'school' } });
    expect(await reader.words()).toContain(`changed ${type} ${id}`);
    await send('DELETE', at(id), admin);
    expect(await reader.words()).toContain(`removed ${type} ${id}`);
  });

  it('stays unknown to those whom it was never addressed to', async () => {
    const { id } = await send('POST', inSchool(made), admin, {
      ...body,
      ...ADMINS,
      organization_id: chess.id,
    });
    await send('PATCH', at(id), admin, { title: 'Another' });
    await send('DELETE', at(id), admin);
    expect(JSON.stringify(await reader.follow())).not.toContain(id);
  });
});

describe('A series', () => {
  it('tells of its occurrences, of one by itself, and of those that go', async () => {
    const { id } = await send('POST', inSchool('calendar/series'), admin, PRACTICE);
    const isOccurrence = (words: string): boolean => words.includes(`event ${id}_`);
    expect((await reader.words())?.filter(isOccurrence)).toHaveLength(12);
    const one = `${id}_20260914T193000Z`;
    await send('PATCH', inSchool(`calendar/events/${one}`), admin, { title: 'Another' });
    expect((await reader.words())?.filter(isOccurrence)).toEqual([`changed event ${one}`]);
    await send('PATCH', inSchool(`calendar/series/${id}`), admin, { rrule: 'FREQ=WEEKLY;COUNT=2' });
    const words = (await reader.words())?.filter(isOccurrence) ?? [];
    expect(words.filter((word) => word.startsWith('removed'))).toHaveLength(10);
  });
});

describe('A change of what is a member’s own', () => {
  it('reaches them alone: a star, a note, a list', async () => {
    const other = await Follower.begin(t, school, admin);
    await send('POST', `/students/${student.id}/star`, parent);
    expect(await reader.words()).toEqual([`changed student ${student.id}`]);
    await send('PUT', `/students/${student.id}/note`, parent, { body: 'Mine' });
    expect(await reader.words()).toEqual([`changed note ${student.id}`, `changed student ${student.id}`]);
    await send('PUT', `/students/${student.id}/note`, parent, { body: '' });
    expect(await reader.words()).toContain(`removed note ${student.id}`);
    const { id } = await send('POST', inSchool('lists'), parent, { name: 'Bus' });
    expect(await reader.words()).toEqual([`changed list ${id}`]);
    await send('DELETE', `/lists/${id}`, parent);
    expect(await reader.words()).toEqual([`removed list ${id}`]);
    expect(await other.words()).toEqual([]);
  });

  it('shows a guardian the new name of their child beside slips, and nobody else', async () => {
    const slip = await aPermissionSlip(t, school);
    const other = await Follower.begin(t, school, await school.parentOf(await school.student()));
    await reader.restart();
    await t.app.get(Transactions).run(async (manager) => {
      await manager.update(Student, { schoolId: school.id, id: student.id }, { firstName: 'Wren' });
      record({ manager, schoolId: school.id }, { kind: 'student.changed', id: student.id });
    });
    expect(await reader.words()).toContain(`changed permission_slip ${slip.id}`);
    expect(await other.words()).not.toContain(`changed permission_slip ${slip.id}`);
  });

  it('shows managers the new name of whoever recorded an answer on paper', async () => {
    const slip = await aPermissionSlip(t, school);
    await send('POST', `/permission-slips/${slip.id}/paper-responses`, admin, {
      ...{ student_id: student.id, decision: 'granted', signed_by_name: 'Maria Park', relation: 'aunt' },
      // Today is at the school another day than in UTC for some hours.
      signed_on: new Date(t.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10),
    });
    const manager = await Follower.begin(t, school, await school.admin());
    await send('PATCH', '/me/contact', admin, { first_name: 'Wren', last_name: 'Lark', phone: '' });
    expect(await manager.words()).toContain(`changed permission_slip ${slip.id}`);
  });

  it('costs others a kilobyte at most when a phone number is another one', async () => {
    for (let club = 0; club < 8; club += 1) await (await anOrganization(t, school)).enroll(student);
    await chess.addParent(parent);
    const other = await Follower.begin(t, school, await school.parent());
    await reader.restart();
    await send('PATCH', '/me/contact', parent, { first_name: 'Wren', last_name: 'Lark', phone: '' });
    expect((await other.words())?.length).toBeGreaterThan(8);
    await reader.follow();
    await send('PATCH', '/me/contact', parent, {
      first_name: 'Wren',
      last_name: 'Lark',
      phone: '+1 212 555 0142',
    });
    const { text } = await other.peek();
    expect(text).not.toMatch(/Wren|Lark|0142/);
    expect(text.length).toBeLessThanOrEqual(1_000);
    expect(await other.words()).toEqual([
      `changed organization_roster ${chess.id}`,
      `changed student ${student.id}`,
    ]);
    expect(await reader.words()).toContain(`changed me ${parent.membershipId}`);
  });
});

describe('Menus, categories, organizations and rosters', () => {
  it('bring along what shows them', async () => {
    const { id: category } = await send('POST', inSchool('categories'), await senior(), {
      name: 'Sports',
      color: '#112233',
    });
    expect(await reader.words()).toEqual([`changed category ${category}`]);
    const { id: notice } = await send('POST', inSchool('notices'), admin, {
      ...PUBLISHED.notice.body,
      category_id: category,
    });
    await reader.follow();
    await send('PATCH', inSchool(`categories/${category}`), await senior(), { color: '#332211' });
    expect(await reader.words()).toEqual([`changed category ${category}`, `changed notice ${notice}`]);
    await send('DELETE', inSchool(`categories/${category}`), await senior());
    expect(await reader.words()).toEqual([`changed notice ${notice}`, `removed category ${category}`]);
    await send('PATCH', `/organizations/${chess.id}`, admin, { archived: true });
    expect(await reader.words()).toEqual([
      `removed organization ${chess.id}`,
      `removed organization_roster ${chess.id}`,
    ]);
  });

  const senior = (): Promise<TestMember> => Promise.resolve(admin);

  it('tell of a meal that was written and deleted', async () => {
    const meal = { date: '2026-10-05', meal_type: 'lunch', items: 'Pizza' };
    const { ids } = (await send('POST', inSchool('menus'), admin, meal)) as unknown as { ids: string[] };
    expect(await reader.words()).toEqual([`changed menu ${ids[0]}`]);
    await send('DELETE', inSchool(`menus/${ids[0]}`), admin);
    expect(await reader.words()).toEqual([`removed menu ${ids[0]}`]);
  });
});
