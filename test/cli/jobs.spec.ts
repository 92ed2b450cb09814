import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { anOperator, type Operator } from '../support/processes/operator.js';

let operator: Operator;
const types = (line: string) => operator.types(line.split(' '));
const rows = <T = Record<string, unknown>>(sql: string, values: unknown[] = []): Promise<T[]> =>
  operator.dataSource.query<T[]>(sql, values);

beforeAll(async () => {
  operator = await anOperator();
  await types('school create --name Demo --short-name demo --time-zone America/New_York');
  await types('membership add --school demo --email ada@example.org --role parent');
});
afterAll(() => operator.drop());
beforeEach(() => rows('delete from notifications'));

/** @param created minutes after noon */
async function aMail(
  state: string,
  created: number,
  given: { attempts?: number; error?: string } = {},
): Promise<string> {
  const at = new Date(Date.parse('2026-12-01T12:00:00Z') + created * 60_000);
  const [mail] = await rows<{ id: string }>(
    `with told as (insert into notifications (school_id, membership_id, kind, title, target_type, target_id, created_at)
       select school_id, id, 'notice_created', 'Secret title', 'notice', $2, $1 from memberships returning *)
     insert into mails (school_id, notification_id, state, attempts, due_at, last_error, created_at, ended_at)
     select school_id, id, $3, $4, $1, $5, $1, case when $3 <> 'waiting' then $1::timestamptz end from told returning id`,
    [at, randomUUID(), state, given.attempts ?? 1, given.error ?? null],
  );
  return mail!.id;
}

describe('jobs, wrong usage', () => {
  it.each(['jobs', 'jobs retry', 'jobs list --dead', `jobs retry ${randomUUID()} ${randomUUID()}`])(
    '%s: exit status 2, and nothing on standard output',
    async (line) => {
      expect(await types(line)).toMatchObject({ status: 2, stdout: '' });
    },
  );
});

describe('jobs list', () => {
  it('says nothing while there is nothing', async () => {
    expect(await types('jobs list')).toMatchObject({ status: 0, stdout: 'None.\n' });
    expect((await types('jobs list --json')).json).toEqual({
      jobs: [],
      truncated: false,
      object_removals: { due: 0, scheduled: 0, oldest_due_at: null },
    });
  });

  it('shows mails, newest first, and of people nothing', async () => {
    const waiting = await aMail('waiting', 0, { error: 'connection' });
    const dead = await aMail('dead', 1, { attempts: 12, error: 'recipient (550)' });
    const { json, stdout } = await types('jobs list --json');
    expect(json).toMatchObject({
      truncated: false,
      jobs: [
        {
          id: dead,
          kind: 'mail',
          school: 'demo',
          about: 'notice_created',
          state: 'dead',
          attempts: 12,
          due_at: null,
          last_error: 'recipient (550)',
          created_at: '2026-12-01T12:01:00.000Z',
          ended_at: '2026-12-01T12:01:00.000Z',
        },
        expect.objectContaining({
          id: waiting,
          state: 'waiting',
          due_at: '2026-12-01T12:00:00.000Z',
          ended_at: null,
        }),
      ],
    });
    for (const text of [stdout, (await types('jobs list')).stdout]) {
      expect(text).toContain(dead);
      expect(text).not.toMatch(/ada@|Secret/);
    }
  });

  it('shows with --failed those alone that were given up', async () => {
    for (const state of ['waiting', 'sent', 'dropped']) await aMail(state, 0, { error: 'connection' });
    const dead = await aMail('dead', 0);
    const { json } = await types('jobs list --failed --json');
    expect(json.jobs.map(({ id }: { id: string }) => id)).toEqual([dead]);
  });

  it('says with --failed whose mail each was, and of it no word', async () => {
    await aMail('dead', 0, { error: 'recipient (550)' });
    const [ben] = await rows<{ id: string }>(
      `insert into users (email, email_verified_at, created_at) values ('ben@example.org', now(), now()) returning id`,
    );
    await rows(
      `insert into mails (kind, user_id, email, subject, state, due_at, created_at, ended_at, details)
       select kind, user_id::uuid, email, case kind when 'invitation' then (select id::text from schools) else '' end, 'dead', now(), now() - n * interval '1 hour', now(), '{"link": "Secret"}'
       from (values (1, 'password_changed', $1, null), (2, 'invitation', null, 'eve@example.org'),
         (3, 'password_link', null, null)) as mail (n, kind, user_id, email)`,
      [ben!.id],
    );
    const { json, stdout } = await types('jobs list --failed --json');
    const lines = (await types('jobs list --failed')).stdout;
    await rows(`delete from mails where kind <> 'alert'`);
    const whose = Object.fromEntries(
      json.jobs.map((job: { about: string; whose: string | null }) => [job.about, job.whose]),
    );
    expect(whose).toEqual({
      ...{ notice_created: 'ada@example.org', password_changed: 'ben@example.org' },
      // What was typed is stored no longer than the mail waits.
      ...{ invitation: 'eve@example.org', password_link: null },
    });
    expect(lines).toMatch(/ recipient \(550\) .* ada@example\.org$/m);
    expect(stdout + lines).not.toMatch(/Secret/);
  });

  it('counts the objects that are to go, and names none', async () => {
    await rows(`insert into object_removals values ('student-photos/ada.jpg', '2026-01-01T00:00:00Z'),
      ('student-photos/ben.jpg', '2026-01-02T00:00:00Z'), ('staging/cem.jpg', now() + interval '1 day')`);
    const { json, stdout } = await types('jobs list --json');
    const lines = (await types('jobs list')).stdout;
    await rows('delete from object_removals');
    expect(json.object_removals).toEqual({
      due: 2,
      scheduled: 1,
      oldest_due_at: '2026-01-01T00:00:00.000Z',
    });
    expect(lines).toBe(
      'None.\nObjects that are to go: 2 now (the oldest since 2026-01-01T00:00:00.000Z), 1 within a day.\n',
    );
    expect(stdout + lines).not.toMatch(/jpg|staging/);
  });

  it('says that there are more than it shows', async () => {
    await rows(
      `with told as (insert into notifications (school_id, membership_id, kind, title, target_type, target_id, created_at)
         select school_id, id, 'notice_created', 'T', 'notice', i::text, now() from memberships, generate_series(1, 1001) i
         returning *)
       insert into mails (school_id, notification_id, due_at, created_at)
       select school_id, id, created_at, created_at from told`,
    );
    const { json } = await types('jobs list --json');
    expect([json.jobs.length, json.truncated]).toEqual([1000, true]);
    const lines = (await types('jobs list')).stdout.trimEnd().split('\n');
    expect([lines.length, lines.at(-1)]).toEqual([1002, 'These are the newest 1000; there are older ones.']);
  });
});

describe('jobs retry', () => {
  it.each(['waiting', 'sent', 'dropped'])('refuses one that is %s, in one line', async (state) => {
    const id = await aMail(state, 0);
    const before = await rows('select * from mails');
    const outcome = await types(`jobs retry ${id} --json`);
    expect(outcome).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `The job is ${state}: only a dead one can be repeated.\n`,
    });
    expect(await rows('select * from mails')).toEqual(before);
  });

  it.each([randomUUID(), 'seven'])('refuses one that is not there: %s', async (id) => {
    expect(await types(`jobs retry ${id}`)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'There is no job with this id.\n',
    });
  });

  it('makes a dead one as good as new', async () => {
    const id = await aMail('dead', 0, { attempts: 12, error: 'recipient (550)' });
    const { status, json } = await types(`jobs retry ${id} --json`);
    expect(status).toBe(0);
    expect(json.jobs).toMatchObject([
      { id, state: 'waiting', attempts: 0, last_error: null, ended_at: null },
    ]);
    const [{ due } = { due: 0 }] = await rows<{ due: number }>(
      'select extract(epoch from now() - due_at)::float as due from mails',
    );
    expect(Math.abs(due)).toBeLessThan(10);
    expect(await types(`jobs retry ${id}`)).toMatchObject({ status: 1 });
  });
});
