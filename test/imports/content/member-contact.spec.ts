import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MemberAdmissionService } from '../../../src/features/invitations/member-admission.service.js';
import { aPerson, aSchool, type Person, type TestSchool } from '../../support/school.factory.js';
import { startImportApp, type ImportApp } from '../a-fed-app.js';
import { counted } from './content-importer.js';

let t: ImportApp;
let school: TestSchool;
let maria: Person;
beforeAll(async () => (t = await startImportApp()));
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  maria = await aPerson(t);
});

const ON_FILE = { first_name: 'Maria', last_name: 'Park', phone: '555-0102' };
const IRIS = { first_name: 'Iris', last_name: 'Vale', phone: '+1 555 0177' };

const bring = async (contact: object) => {
  const members = [{ email: maria.email, role: 'parent' as const, ...contact }];
  const report = await t.bring(school.id, { members });
  expect(report.errors).toEqual([]);
  return counted(report, 'members');
};
const UNCHANGED = [0, 0, 0, 1];
const UPDATED = [0, 1, 0, 0];

const corrects = async (contact: object = IRIS): Promise<void> => {
  const { status } = await t.api.patch('/me/contact', { token: maria.token, body: contact });
  expect(status).toBe(200);
};
const contact = async (): Promise<unknown> =>
  (await t.api.get('/me/contact', { token: maria.token })).body as unknown;

describe('Name and phone that a content file gives a member', () => {
  it('leave a correction of the person alone when the file repeats itself', async () => {
    expect(await bring(ON_FILE)).toEqual([1, 0, 0, 0]);
    expect(await contact()).toEqual(ON_FILE);
    await corrects();
    expect(await bring(ON_FILE)).toEqual(UNCHANGED);
    expect(await contact()).toEqual(IRIS);
  });

  it('leave it alone after a file that says nothing of them, too', async () => {
    await bring(ON_FILE);
    await corrects();
    expect(await bring({ last_name: null })).toEqual(UNCHANGED);
    expect(await bring(ON_FILE)).toEqual(UNCHANGED);
    expect(await contact()).toEqual(IRIS);
  });

  it('reach the member when the file says something else, and once', async () => {
    await bring(ON_FILE);
    await corrects();
    const moved = { ...ON_FILE, phone: '555-0103' };
    expect(await bring(moved)).toEqual(UPDATED);
    expect(await contact()).toEqual(moved);
    await corrects();
    expect(await bring(moved)).toEqual(UNCHANGED);
    expect(await contact()).toEqual(IRIS);
  });

  it('fill in what a member of whom no file was noted lacks, and overwrite nothing', async () => {
    await school.parent({ firstName: 'Iris', lastName: 'Vale', phone: null }, maria);
    expect(await bring(ON_FILE)).toEqual(UPDATED);
    expect(await contact()).toEqual({ ...IRIS, phone: ON_FILE.phone });
    await corrects();
    expect(await bring(ON_FILE)).toEqual(UNCHANGED);
    expect(await contact()).toEqual(IRIS);
    expect(await bring({ ...ON_FILE, phone: '555-0103' })).toEqual(UPDATED);
    expect(await contact()).toEqual({ ...ON_FILE, phone: '555-0103' });
  });

  it('count where they are stored already, which changes nobody', async () => {
    await school.parent({ firstName: 'Maria', lastName: 'Park', phone: ON_FILE.phone }, maria);
    expect(await bring(ON_FILE)).toEqual(UNCHANGED);
    expect(await bring({ ...ON_FILE, first_name: 'Mary' })).toEqual(UPDATED);
    expect(await contact()).toEqual({ ...ON_FILE, first_name: 'Mary' });
  });

  it('give way to what an operator says by hand', async () => {
    await bring(ON_FILE);
    const byHand = { schoolId: school.id, email: maria.email, role: 'parent' as const, students: [] };
    const admit = (names: object) =>
      t.dataSource.transaction((manager) =>
        t.app.get(MemberAdmissionService).admit(manager, { ...byHand, ...names }),
      );
    expect((await admit({ firstName: 'Iris' })).outcome).toBe('updated');
    await bring(ON_FILE);
    expect(await contact()).toEqual({ ...ON_FILE, first_name: 'Iris' });
  });
});

describe('The visibility that a content file gives a member', () => {
  const HIDDEN = { profile_visibility: 'name_only' };
  const visibility = async (): Promise<unknown> =>
    (await t.api.get('/me', { token: maria.token })).body.memberships[0].profile_visibility as unknown;

  it('leaves shown whom the same file hid before, and who has shown their contact since', async () => {
    await bring({ ...ON_FILE, ...HIDDEN });
    expect(await visibility()).toBe('name_only');
    const { status } = await t.api.patch('/me/profile-visibility', {
      token: maria.token,
      body: { profile_visibility: 'full' },
    });
    expect(status).toBe(204);
    expect(await bring({ ...ON_FILE, ...HIDDEN })).toEqual(UNCHANGED);
    expect(await bring(HIDDEN)).toEqual(UNCHANGED);
    expect(await visibility()).toBe('full');
  });

  it('hides once more when the file has said otherwise in between', async () => {
    await bring(HIDDEN);
    await t.api.patch('/me/profile-visibility', { token: maria.token, body: { profile_visibility: 'full' } });
    await bring({ profile_visibility: 'full' });
    expect(await bring(HIDDEN)).toEqual(UPDATED);
    expect(await visibility()).toBe('name_only');
  });
});
