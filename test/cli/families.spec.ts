import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OneRosterFiles } from '../imports/oneroster/oneroster-files.js';
import { removeTemporaryFolders } from '../imports/temporary-folder.js';
import { anOperator, type Operator } from '../support/processes/operator.js';

let operator: Operator;
const types = (line: string) => operator.types(line.split(' '));
const rows = <T = Record<string, unknown>>(sql: string): Promise<T[]> => operator.dataSource.query<T[]>(sql);

const FAMILIES = 130;
/** A mother for each child; the last two children have graduated, and two schools have the others. */
const district = (): OneRosterFiles => {
  const files = new OneRosterFiles().school('north', { name: 'North' }).school('south', { name: 'South' });
  for (let at = 1; at <= FAMILIES; at += 1)
    files
      .student(`s${at}`, { agentSourcedIds: `g${at}`, grades: '05' })
      .parent(`g${at}`, { email: `g${at}@x.example`, givenName: `Mia${at}`, familyName: 'Ek' });
  return files.student('t', { orgSourcedIds: 'south' });
};

beforeAll(async () => {
  operator = await anOperator();
});
afterAll(async () => {
  await removeTemporaryFolders();
  await operator.drop();
});

describe('import oneroster', () => {
  it('refuses a new school without a time zone, and repairs one that was forgotten', async () => {
    const path = await district().inFolder();
    expect(await types(`import oneroster ${path} --json`)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('--time-zone'),
    });
    expect(await rows('select 1 from schools')).toEqual([]);
    await types(`import oneroster ${path} --time-zone America/Chicago --json`);
    const { status, json } = await types(`import oneroster ${path} --time-zone America/New_York --json`);
    expect({ status, json }).toMatchObject({
      status: 0,
      json: { updated: { schools: 2, students: 0 }, may_register: FAMILIES },
    });
    expect(await rows('select distinct time_zone from schools')).toEqual([{ time_zone: 'America/New_York' }]);
    expect((await types(`import oneroster ${path} --json`)).json).toMatchObject({ updated: { schools: 0 } });
  });

  it('ends with 1 where one school is refused, and has done the others', async () => {
    const files = new OneRosterFiles().school('north', { name: 'North' }).school('south', { name: 'South' });
    files.student('s1').student('t', { orgSourcedIds: 'south' }).student('u', { orgSourcedIds: 'south' });
    const { status, stderr, json } = await types(`import oneroster ${await files.inFolder()} --json`);
    expect(status).toBe(1);
    expect(stderr).toContain('run it again with --archive-limit 100%');
    expect(json).toMatchObject({ schools: [{ short_name: 'south' }], errors: [{ code: 'archive_limit' }] });
  });
});

describe('guardian', () => {
  it.each([
    'guardian unlink --school north --student s1',
    'guardian unlink --school north --student s1 --email a@x.example --guardian-id 1',
    'students archive --school north',
    'students archive --school north --graduated --before soon',
    'school update north',
  ])('%s: exit status 2', async (line) => {
    expect(await types(line)).toMatchObject({ status: 2, stdout: '' });
  });

  it('lists who is on file, and unlinks for good', async () => {
    const { json } = await types('guardian list --school north --student s1 --json');
    expect(json.guardians).toEqual([
      {
        guardian_id: expect.any(String),
        student_source_id: 's1',
        student_name: 'Given s1 Family s1',
        name: 'Mia1 Ek',
        relation: 'parent',
        email: 'g1@x.example',
        membership_id: null,
        source: 'oneroster',
        restricted: false,
        restricted_until: null,
      },
    ]);
    const { stdout } = await types('guardian list --school north --student s1');
    expect(stdout.split('\n')[1]).toMatch(/g1@x\.example +oneroster +false$/);
    expect(await types('guardian unlink --school north --student s1 --email nobody@x.example')).toMatchObject(
      {
        status: 1,
        stderr: expect.stringContaining('guardian list'),
      },
    );
    expect(
      (await types('guardian unlink --school north --student s1 --email G1@x.example --json')).json,
    ).toEqual({
      unlinked: 1,
    });
    await types(`import oneroster ${await district().inFolder()}`);
    expect((await types('guardian list --school north --student s1 --json')).json.guardians).toEqual([]);
  });
});

describe('invitation', () => {
  it('invites every guardian who may register, and mails each once', async () => {
    expect((await types('invitation send --school north --json')).json).toEqual({
      sent: FAMILIES - 1,
      skipped: 0,
    });
    expect((await types('invitation send --school north --json')).json).toEqual({
      sent: 0,
      skipped: FAMILIES - 1,
    });
    expect(await rows(`select count(*)::int as n, count(distinct email)::int as people from mails`)).toEqual([
      { n: FAMILIES - 1, people: FAMILIES - 1 },
    ]);
    await types('invite --school north --email new@x.example --role junior_admin --send');
    expect(
      await rows(`select details->>'school' as school from mails where email = 'new@x.example'`),
    ).toEqual([{ school: 'North' }]);
    expect(await types('invitation send --school north --email stranger@x.example')).toMatchObject({
      status: 1,
    });
  });

  it('lists and withdraws', async () => {
    const { json } = await types('invitation list --school north --json');
    expect(json.invitations).toHaveLength(FAMILIES);
    expect(json.invitations).toContainEqual({
      invitation_id: expect.any(String),
      email: 'g2@x.example',
      role: 'parent',
      created_at: expect.any(String),
      expires_at: expect.any(String),
      sent_at: null,
      mail: 'waiting',
      mail_error: null,
      used_at: null,
    });
    expect((await types('invitation withdraw --school north --email g2@x.example --json')).json).toEqual({
      withdrawn: 1,
    });
  });
});

describe('membership list', () => {
  it('says who has no student any more and when that ends, and what a school has decided', async () => {
    await types(
      'membership add --school south --email pa@x.example --role parent --student t --relation father',
    );
    await rows(`update students set graduation_year = 2026 where source_id = 't'`);
    const doctor = await types('doctor --json');
    expect(doctor.json.checks).toContainEqual(
      expect.objectContaining({
        name: 'families',
        status: 'warning',
        message: expect.stringContaining('roster: 1'),
      }),
    );
    expect(
      (await types('students archive --school south --graduated --before 2026-07-31 --json')).json,
    ).toEqual({
      archived: 0,
    });
    expect((await types('students archive --school south --graduated --json')).json).toEqual({ archived: 1 });
    const listed = async (): Promise<unknown> =>
      (await types('membership list --school south --without-students --json')).json.memberships as unknown;
    expect(await listed()).toEqual([
      {
        membership_id: expect.any(String),
        email: 'pa@x.example',
        name: expect.any(String),
        role: 'parent',
        status: 'active',
        students: 0,
        ends_at: expect.stringMatching(/^20\d\d-/),
      },
    ]);
    expect(
      await types('school update south --grace-days 0 --guardians-may-register off --json'),
    ).toMatchObject({
      json: { changed: ['grace_days', 'guardians_may_register'] },
    });
    expect(await listed()).toMatchObject([{ status: 'deactivated', ends_at: null }]);
    expect(await types('school update south --time-zone Mars/Olympus')).toMatchObject({ status: 1 });
    expect((await types('school update south --grace-days 0 --json')).json.changed).toEqual([]);
  });

  it('lists accounts, grants and applications with names', async () => {
    expect((await types('user list --school south --json')).json.users).toMatchObject([
      { email: 'pa@x.example' },
    ]);
    expect((await types('user list --json')).json.users.length).toBeGreaterThan(0);
    expect((await types('grant list --school south --json')).json).toEqual({ grants: [] });
    await types('client create --name App');
    expect((await types('client list --json')).json.clients).toMatchObject([
      { name: 'API documentation', is_public: true },
      { name: 'App', is_public: false, revoked_at: null },
      { name: 'School Directory login', is_public: true },
    ]);
  });
});
