import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { ClosedSchool } from '../../src/cli/move/closed-school.repository.js';
import { makeMonths } from '../../src/platform/database/monthly-partitions.js';
import { JournalRepository } from '../../src/platform/journal/journal.repository.js';
import { WebhookQueueRepository } from '../../src/features/webhooks/deliveries/webhook-queue.repository.js';
import { PAUSED_MAIL } from '../../src/features/webhooks/pauses/webhook-pauses.service.js';
import { MailsRepository } from '../../src/platform/mail/mails.repository.js';
import { MembershipsRepository } from '../../src/features/memberships/memberships.repository.js';
import type { ApiAnswer } from '../support/api-client.js';
import { expectError } from '../support/errors.js';
import { untilWaiting } from '../support/database/lock-waits.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { webhookRows } from '../support/webhook.factory.js';

/*
 * A school that moves is closed to writes by a lock that each row of it shares; one that has moved, by a mark. Both hold for
 * whatever process writes.
 */

/** Tables of schools that are written all the same, with the reason. */
const OPEN: Record<string, string> = {
  audit_entries: 'the trail tells what is done here, whatever that is',
  audit_heads: 'the trail tells what is done here, whatever that is',
  import_changes: 'what an import has changed is undone here alone',
  import_runs: 'what an import has changed is undone here alone',
  revision_notes: 'what processes of this place compare',
  school_revisions: 'what processes of this place compare',
};

let t: TestApp;
let school: TestSchool;
let other: TestSchool;
let parent: TestMember;
let elsewhere: TestMember;
let runner: QueryRunner;

beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t);
  // Of another lock: two of 1,024 may be the same one.
  do other = await aSchool(t);
  while ((await lockOf(other)) === (await lockOf(school)));
  [parent, elsewhere] = [await school.parent(), await other.parent()];
  await school.student();
});
afterEach(async () => {
  if (runner && !runner.isReleased) {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
  await t.dataSource.query('update schools set moved_at = null where moved_at is not null');
});
afterAll(async () => t.close());

const lockOf = async ({ id }: TestSchool): Promise<number> =>
  (await t.dataSource.query<[{ lock: number }]>('select hashtext($1::uuid::text) & 1023 as lock', [id]))[0]
    .lock;

async function close(): Promise<void> {
  runner = t.dataSource.createQueryRunner();
  await runner.startTransaction();
  await ClosedSchool.close(runner, school.id);
}

const move = (): Promise<unknown> =>
  t.dataSource.query('update schools set moved_at = now() where id = $1', [school.id]);

const makesList = ({ id }: TestSchool, { token }: TestMember): Promise<ApiAnswer> =>
  t.api.post(`/schools/${id}/lists`, { token, body: { name: 'Car pool' } });

/** Schools whose mails, and messages to webhooks, are taken to be sent now. */
async function taken(): Promise<{ mails: (string | null)[]; messages: string[] }> {
  const now = t.clock.now();
  const leaseUntil = new Date(now.getTime() + 60_000);
  const queue = t.app.get(WebhookQueueRepository, { strict: false });
  const messages = await queue.claimDue({ now, leaseUntil, busy: [], webhooks: 10, each: 10 });
  const mails = await t.app
    .get(MailsRepository, { strict: false })
    .claimDueMails([PAUSED_MAIL], now, leaseUntil, 10);
  return {
    mails: mails.map(({ schoolId }) => schoolId),
    messages: messages.map(({ schoolId }) => schoolId),
  };
}

/** A mail and a message of each school that wait to be sent, and a mail of none. */
async function anOutbox(): Promise<void> {
  for (const { id } of [school, other]) await webhookRows(t, { id });
  const mails = [school.id, other.id, undefined].map((schoolId, at) => ({
    ...{ kind: PAUSED_MAIL, subject: `${at}`, email: 'ada@example.org' },
    ...(schoolId && { schoolId }),
  }));
  const { manager } = t.dataSource;
  await t.app.get(MailsRepository, { strict: false }).insertMails(manager, mails, t.clock.now());
}

const reads = ({ id }: TestSchool, { token }: TestMember): Promise<ApiAnswer> =>
  t.api.get(`/schools/${id}/students`, { token });

describe('a school that is being moved', () => {
  it('refuses each row of a school in every table', async () => {
    const open = await t.dataSource.query<{ name: string }[]>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'school_id'
       where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
         and not exists (select from pg_trigger g where g.tgrelid = c.oid and g.tgname = 'refuse_moving_school'
           and g.tgenabled = 'O' and g.tgtype & 31 = 31)
       order by 1`,
    );
    expect(open.map(({ name }) => name)).toEqual(Object.keys(OPEN));
  });

  it('refuses writes with 503 and says when to come again, and answers reads', async () => {
    await close();
    const refused = await makesList(school, parent);
    expectError(refused, 503, 'unavailable');
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await reads(school, parent)).status).toBe(200);
  });

  it('refuses a change of the school itself', async () => {
    await close();
    await expect(
      t.dataSource.query(`update schools set name = 'Another' where id = $1`, [school.id]),
    ).rejects.toMatchObject({ code: '57M01' });
  });

  it('takes writes to other schools', async () => {
    await close();
    expect((await makesList(other, elsewhere)).status).toBe(201);
  });

  it('takes writes again when the connection that has closed it ends', async () => {
    await close();
    const [{ pid }] = await runner.manager.query<[{ pid: number }]>('select pg_backend_pid() as pid');
    await t.dataSource.query('select pg_terminate_backend($1)', [pid]);
    await runner.release().catch(() => undefined);
    let answer = await makesList(school, parent);
    while (answer.status === 503) answer = await makesList(school, parent);
    expect(answer.status).toBe(201);
  });

  it('waits for writes under way, and lets no new one in meanwhile', async () => {
    const writer = t.dataSource.createQueryRunner();
    await writer.startTransaction();
    await writer.query('update students set first_name = first_name where school_id = $1', [school.id]);
    const closing = close();
    await untilWaiting(t.dataSource, 1);
    expectError(await makesList(school, parent), 503, 'unavailable');
    await writer.commitTransaction();
    await writer.release();
    await closing;
  });
});

describe.each([
  ['is being moved', () => close()],
  ['has moved', () => move()],
])('mails and messages of a school that %s', (_, leave) => {
  beforeEach(async () => {
    for (const table of ['mails', 'webhooks']) await t.dataSource.query(`delete from ${table}`);
  });

  it('wait, and no others', async () => {
    await anOutbox();
    await leave();
    expect(await taken()).toEqual({ mails: [other.id, null], messages: [other.id] });
  });
});

describe('a school that has moved', () => {
  it('refuses writes with 503, and answers reads', async () => {
    await move();
    expectError(await makesList(school, parent), 503, 'unavailable');
    expect((await reads(school, parent)).status).toBe(200);
    expect((await makesList(other, elsewhere)).status).toBe(201);
  });

  it('removes what is over, and notes who reads', async () => {
    await move();
    await makeMonths(t.dataSource.manager, 'disclosures', [new Date()]);
    await t.dataSource.query('delete from lists where school_id = $1', [school.id]);
    await t.dataSource.query(
      `insert into disclosures (school_id, subject, subject_id, since, reader_membership_id, reader_role, operation,
         resource_id, unmasked, count, last_at)
       values ($1, 'contact', $1, now(), $1, 'parent', 'getRoster', $1, false, 1, now())`,
      [school.id],
    );
  });

  it('lets no job begin anything for it', async () => {
    await t.dataSource.query(
      `insert into journal_heads (school_id, sequence) select id, 1 from schools
       on conflict (school_id) do update set sequence = journal_heads.sequence + 1`,
    );
    await move();
    for (const ids of [
      await t.app.get(JournalRepository, { strict: false }).findBehind('nobody'),
      await t.app.get(MembershipsRepository, { strict: false }).schoolIds(t.dataSource.manager),
    ]) {
      expect(ids).not.toContain(school.id);
      expect(ids).toContain(other.id);
    }
  });
});
