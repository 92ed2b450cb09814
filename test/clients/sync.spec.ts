import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ConnectionError, DirectoryError } from '../../clients/typescript/src/directory-client.js';
import { type ImportApp, startImportApp } from '../imports/a-fed-app.js';
import { anOrganization, aStaffMember, type TestOrganization } from '../support/organization.factory.js';
import { figure } from '../support/proofs/figures.js';
import { MAX_SINGLE_CHANGES } from '../../src/platform/journal/roster-changes.js';
import type { Student } from '../../src/features/directory/students/student.entity.js';
import { aSchool, type TestGuardian, type TestMember, type TestSchool } from '../support/school.factory.js';
import { CountedWay } from '../support/changes/counted-way.js';
import { SyncedMember } from './synced-member.js';

let t: ImportApp;
let school: TestSchool;
let admin: TestMember;
let student: Student;
let mother: TestGuardian;
let organization: TestOrganization;
let device: SyncedMember;
beforeAll(async () => {
  t = await startImportApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  admin = await school.admin();
  student = await school.studentAtHome();
  mother = await school.parentOf(student);
  organization = await anOrganization(t, school, { name: 'Chess' });
  await organization.enroll(student);
  await aStaffMember(t, school);
  device = new SyncedMember(t, school, await school.parentOf(await school.student()));
});

const send = async (method: string, path: string, token: string, body?: object): Promise<{ id: string }> => {
  const answer = await t.api.send(method, path, { token, ...(body && { body }) });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.body as { id: string };
};
const newStudents = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ source_id: `s${at}`, first_name: `New ${at}`, last_name: 'Lind', graduation_year: 2030 },
  }));
const asAdmin = (method: string, path: string, body?: object) =>
  send(method, `/schools/${school.id}/${path}`, admin.token, body);
/** The name stays, or rosters would change as well. */
const setPhone = async (phone: string) => {
  const { body } = await t.api.get('/me/contact', { token: mother.token });
  const { first_name, last_name } = body as { first_name: string; last_name: string };
  await send('PATCH', '/me/contact', mother.token, { first_name, last_name, phone });
};
const phones = async (): Promise<(string | null)[]> =>
  (await device.store.all('student')).flatMap(({ value }) => value.guardians.map(({ phone }) => phone));
const inAMonth = (): string => new Date(t.clock.now().getTime() + 30 * 24 * 3_600_000).toISOString();
const paths = () => device.wire.sent.map(({ path }) => path.replace(/since=.*/, 'since=…'));
const ofSchool = (path: string) => `/schools/${school.id}/${path}`;

describe('a store that is kept up to date', () => {
  it('stays empty for who is no member of the school', async () => {
    const stranger = new SyncedMember(t, school, await (await aSchool(t)).parent());
    await expect(stranger.sync()).rejects.toThrow(DirectoryError);
    expect(await stranger.store.cursor()).toBeNull();
    expect(await stranger.kept()).toEqual({});
  });

  it('keeps nothing for a member who has left the school', async () => {
    const parent = await school.parentOf(await school.student());
    const former = new SyncedMember(t, school, parent);
    await former.sync();
    expect(await former.store.all('student')).not.toEqual([]);
    await send('POST', `/me/leave-school/${parent.membershipId}`, parent.token);
    await expect(former.sync()).rejects.toMatchObject({ status: 403, code: 'not_authorized' });
    expect([await former.store.cursor(), await former.kept()]).toEqual([null, {}]);
  });

  it('stays as it was where a connection is lost, and goes on from there', async () => {
    await device.sync();
    const [cursor, kept] = [await device.store.cursor(), await device.kept()];
    await setPhone('+1 212 555 0142');
    device.wire.hold = ({ path }) => {
      if (path === `/students/${student.id}`) device.wire.losing = 1;
      return undefined;
    };
    await expect(device.sync()).rejects.toThrow(ConnectionError);
    expect([await device.store.cursor(), await device.kept()]).toEqual([cursor, kept]);
    device.wire.hold = undefined;
    await device.sync();
    expect(await phones()).toContain('+1 212 555 0142');
  });

  it('misses nothing that changes while everything is read', async () => {
    device.wire.hold = async ({ path }) => {
      if (path === ofSchool('students?full=true')) await setPhone('+1 212 555 0142');
    };
    expect(await device.sync()).toMatchObject({ anew: true });
    expect(await phones()).toContain('+1 212 555 0142');
  });

  it('takes what an import has changed, and begins anew where it has changed many', async () => {
    await device.sync();
    expect(await device.sync()).toEqual({ anew: false, changed: [], removed: [] });
    await t.bring(school.id, { students: newStudents(1) });
    expect(await device.sync()).toMatchObject({ anew: false, changed: [{ type: 'student' }], removed: [] });
    await t.bring(school.id, { students: newStudents(MAX_SINGLE_CHANGES + 2) });
    expect(await device.sync()).toEqual({ anew: true, changed: [], removed: [] });
    expect(await device.kept()).toEqual(await device.keptByAnotherDevice());
  });

  it('passes over what it does not know', async () => {
    await device.sync();
    const changes = [{ type: 'hologram', id: '1', change: 'changed' }];
    device.wire.forged = () => Response.json({ changes, cursor: 'next', more: false });
    expect(await device.sync()).toEqual({ anew: false, changed: [], removed: [] });
    expect(await device.store.cursor()).toBe('next');
  });

  it('reads the list where many have changed', async () => {
    await device.sync();
    const changes = Array.from({ length: 21 }, (_, at) => ({
      type: 'student',
      id: `${at}`,
      change: 'changed',
    }));
    device.wire.forget();
    device.wire.forged = ({ path }) =>
      path.includes('/changes') ? Response.json({ changes, cursor: 'next', more: false }) : undefined;
    await device.sync();
    expect(paths()).toEqual([ofSchool('changes?since=…'), ofSchool('students?full=true')]);
  });

  it('holds what a full read gives, after every edit', async () => {
    await device.sync();
    const notice = await asAdmin('POST', 'notices', { title: 'Fair', body: 'Come', expires_at: inAMonth() });
    const poll = await asAdmin('POST', 'polls', {
      ...{ title: 'When?', results_visibility: 'always', anonymous: false },
      questions: [{ text: 'When?', choices: [{ text: 'Now' }, { text: 'Later' }] }],
    });
    const event = await asAdmin('POST', 'calendar/events', {
      ...{ title: 'Fair', starts_at: '2026-12-01T10:00:00Z', ends_at: '2026-12-01T11:00:00Z' },
    });
    const category = await asAdmin('POST', 'categories', { name: 'News', color: '#112233' });
    const edits: (() => Promise<unknown>)[] = [
      () => setPhone('+1 212 555 0142'),
      () => send('PATCH', '/me/profile-visibility', mother.token, { profile_visibility: 'name_only' }),
      () => send('PATCH', '/me/address-visibility', mother.token, { address_visible: false }),
      () => send('PATCH', '/me/profile-visibility', mother.token, { profile_visibility: 'full' }),
      () => asAdmin('PATCH', `notices/${notice.id}`, { category_id: category.id }),
      () => asAdmin('PATCH', `categories/${category.id}`, { name: 'Other news' }),
      () => asAdmin('PATCH', `notices/${notice.id}`, { audience: { type: 'admins' } }),
      () => asAdmin('POST', 'menus', { date: '2026-12-01', meal_type: 'lunch', items: 'Soup' }),
      () => send('PATCH', `/organizations/${organization.id}`, admin.token, { name: 'Go' }),
      () => send('DELETE', `/organizations/${organization.id}/students/${student.id}`, admin.token),
      () => send('PATCH', `/polls/${poll.id}/management`, admin.token, { title: 'Where?' }),
      () => send('DELETE', `/polls/${poll.id}/management`, admin.token),
      () => asAdmin('DELETE', `calendar/events/${event.id}`),
    ];
    for (const edit of [() => Promise.resolve(), ...edits]) {
      await edit();
      expect(await device.sync()).toMatchObject({ anew: false });
      expect(await device.kept()).toEqual(await device.keptByAnotherDevice());
    }
  });

  it('shows a note and a list of one’s own on another device', async () => {
    const self = await school.parent();
    const [telephone, tablet] = [new SyncedMember(t, school, self), new SyncedMember(t, school, self)];
    await telephone.sync();
    await tablet.sync();
    await send('PUT', `/students/${student.id}/note`, self.token, { body: 'Allergic' });
    await send('POST', ofSchool('lists'), self.token, { name: 'Car pool' });
    const { changed } = await tablet.sync();
    expect(changed).toContainEqual({ type: 'student', id: student.id });
    expect(await tablet.kept()).toEqual(await telephone.keptByAnotherDevice());
    await send('PUT', `/students/${student.id}/note`, self.token, { body: '' });
    await tablet.sync();
    expect(await tablet.kept()).toEqual(await telephone.keptByAnotherDevice());
  });
});

it('costs less than 5 kB on the wire for one changed phone number, heads included', async () => {
  const way = await CountedWay.to(t.url);
  const far = new SyncedMember(t, school, await school.parent(), way.url);
  await far.sync();
  way.forget();
  await setPhone('+1 212 555 0142');
  const changed = [{ type: 'student', id: student.id }];
  expect(await far.sync()).toEqual({ anew: false, changed, removed: [] });
  way.close();
  figure('Bytes for one changed phone number, sent and received', `${way.sent} + ${way.received}`);
  expect(way.sent + way.received).toBeLessThan(5_000);
});
