import { hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import {
  aPerson,
  aSchool,
  type Person,
  type TestMember,
  type TestSchool,
} from '../../support/school.factory.js';
import { startImportApp, type ImportApp } from '../a-fed-app.js';
import { counted } from './content-importer.js';

type Entry = NonNullable<ContentFile['organizations']>[number];
type Members = NonNullable<ContentFile['members']>;

let t: ImportApp;
let school: TestSchool;
let admin: TestMember;
let maria: Person;
let juan: Person;
beforeAll(async () => (t = await startImportApp()));
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  admin = await school.admin();
  [maria, juan] = [await aPerson(t), await aPerson(t)];
  await t.bring(school.id, {
    students: [{ source_id: 's-1', first_name: 'Ada', last_name: 'Park' }],
    members: [as(maria), as(juan)],
  });
  await t.bring(school.id, { organizations: [chess()] });
});

const as = ({ email }: Person, more: object = {}): Members[number] => ({ email, role: 'parent', ...more });
const chess = (more: Partial<Entry> = {}): Entry => ({
  short_name: 'chess',
  kind: 'club',
  name: 'Chess Club',
  meeting_info: 'Monday',
  students: ['s-1'],
  parents: [maria.email, juan.email],
  leaders: [
    { email: juan.email, title: 'Coach' },
    { email: maria.email, title: 'Helper' },
  ],
  ...more,
});
const bring = (more: Partial<Entry> = {}) => t.bring(school.id, { organizations: [chess(more)] });

const chessId = async (): Promise<string> => {
  const { body } = await t.api.get(`/schools/${school.id}/organizations`, { token: admin.token });
  return (body as { organizations: { id: string }[] }).organizations[0]!.id;
};
const membershipOf = async ({ token }: Person): Promise<string> =>
  (await t.api.get('/me', { token })).body.memberships[0].membership_id;
const seen = async () => {
  const id = await chessId();
  const [{ body: detail }, { body: roster }] = await Promise.all([
    t.api.get(`/organizations/${id}`, { token: admin.token }),
    t.api.get(`/organizations/${id}/roster`, { token: admin.token }),
  ]);
  return {
    meets: detail.meeting_info as string,
    titles: detail.leadership.map(({ title }: { title: string }) => title) as string[],
    students: roster.students.length as number,
    parents: roster.parents.map(({ membership_id }: { membership_id: string }) => membership_id) as string[],
  };
};

/** An admin moves the meeting, takes off the student and Maria, and leaves Juan the only leader. */
async function editedHere(): Promise<void> {
  const [path, { token }] = [`/organizations/${await chessId()}`, admin];
  const { students } = (await t.api.get(`${path}/roster`, { token })).body;
  const leader = { type: 'parent', person_id: await membershipOf(juan), title: 'Grand Master' };
  const answers = await Promise.all([
    t.api.patch(path, { token, body: { meeting_info: 'Friday' } }),
    t.api.delete(`${path}/students/${students[0].id}`, { token }),
    t.api.delete(`${path}/parents/${await membershipOf(maria)}`, { token }),
    t.api.put(`${path}/leadership`, { token, body: { leaders: [leader] } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 204, 204, 200]);
}

const leaves = async (person: Person): Promise<void> => {
  const path = `/me/leave-school/${await membershipOf(person)}`;
  expect((await t.api.post(path, { token: person.token })).status).toBe(204);
};

/** As an earlier release noted it. */
async function notedAsOnce(students: string[]): Promise<void> {
  const { kind, name, meeting_info, short_name } = chess();
  const [m, j] = [await membershipOf(maria), await membershipOf(juan)];
  const leaders = [
    { membershipId: j, title: 'Coach' },
    { membershipId: m, title: 'Helper' },
  ];
  const said = { short_name, kind, name, meeting_info, students, parents: [m, j], leaders };
  const digest = hash('sha256', JSON.stringify(said), 'base64url');
  await t.dataSource.query('update organizations set source_digest = $2 where school_id = $1', [
    school.id,
    digest,
  ]);
}

describe('An organization of which a content file says what it said before', () => {
  it('stays as it was edited here when somebody whom it names leaves', async () => {
    await editedHere();
    const before = await seen();
    expect(before).toMatchObject({ meets: 'Friday', titles: ['Grand Master'], students: 0 });
    await leaves(maria);
    const report = await bring();
    expect(report.errors.map(({ code }) => code)).toEqual(['unknown_member', 'unknown_member']);
    expect(counted(report, 'organizations')).toEqual([0, 0, 0, 1]);
    expect(counted(report, 'organization_parents')).toEqual([0, 0, 0, 1]);
    expect(await seen()).toEqual(before);
  });

  it('stays so when somebody is deactivated and comes back', async () => {
    await editedHere();
    const before = await seen();
    for (const deactivated of [true, false]) {
      await t.bring(school.id, { members: [as(maria, { deactivated })] });
      await bring();
      expect(await seen()).toEqual(before);
    }
  });

  it('gets who joins anew, and nobody else', async () => {
    await editedHere();
    await leaves(juan);
    await bring();
    await t.bring(school.id, { members: [as(juan)] });
    const report = await bring();
    expect(counted(report, 'organization_parents')).toEqual([1, 0, 0, 1]);
    expect(await seen()).toEqual({
      meets: 'Friday',
      titles: ['Coach'],
      students: 0,
      parents: [await membershipOf(juan)],
    });
    expect(counted(await bring(), 'organization_parents')).toEqual([0, 0, 0, 2]);
  });

  it('stays as it is also where an earlier release noted what it said', async () => {
    const { body } = await t.api.get(`/organizations/${await chessId()}/roster`, { token: admin.token });
    await notedAsOnce([body.students[0].id]);
    await editedHere();
    const before = await seen();
    for (let time = 0; time < 2; time += 1) {
      expect(counted(await bring(), 'organizations')).toEqual([0, 0, 0, 1]);
      expect(await seen()).toEqual(before);
    }
    await leaves(maria);
    await bring();
    expect(await seen()).toEqual(before);
  });
});

describe('An organization of which a content file says something else', () => {
  it('changes, and its people stay where they are when it says the same of them', async () => {
    await editedHere();
    expect(counted(await bring({ meeting_info: 'Sunday' }), 'organizations')).toEqual([0, 1, 0, 0]);
    expect(await seen()).toMatchObject({ meets: 'Sunday', titles: ['Grand Master'], students: 0 });
  });

  it('gets a list that is another one, and keeps the rest', async () => {
    await editedHere();
    const report = await bring({ parents: [juan.email, maria.email] });
    expect(counted(report, 'organizations')).toEqual([0, 0, 0, 1]);
    expect(counted(report, 'organization_parents')).toEqual([1, 0, 0, 1]);
    expect(await seen()).toMatchObject({ meets: 'Friday', titles: ['Grand Master'], students: 0 });
  });

  it('remembers a list of which a file in between says nothing', async () => {
    await editedHere();
    const before = await seen();
    await bring({ students: undefined, parents: undefined, leaders: undefined });
    await bring();
    expect(await seen()).toEqual(before);
  });
});
