import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RetentionService } from '../../src/features/person/retention.service.js';
import { DAY_MS, PERIODS, RETENTION, type Period } from '../../src/platform/database/retention.js';
import { aMenu } from '../support/menu.factory.js';
import { types } from '../support/processes/operator.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { webhookRows } from '../support/webhook.factory.js';
import { WholeLife } from '../support/whole-life.factory.js';

const dataDir = mkdtempSync(join(tmpdir(), 'retention-'));
const TABLES = `
  select relname as name from pg_class
  where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`;

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp({ dataDir });
  const { school } = await WholeLife.begin(t);
  await aMenu(t, school);
}, 120_000);
afterAll(async () => {
  await t.close();
  rmSync(dataDir, { recursive: true });
});

/** What makes a row of a whole life one that its period is for. */
const BESIDES: Record<string, string> = {
  attachments: 'document_id = null, notice_id = null',
  corrections: `state = 'done'`,
  events: `status = 'cancelled', source = 'api'`,
  permission_slip_responses: `ip_address = '203.0.113.9', user_agent = 'a browser'`,
};

/** As if every row of the table had been there since that moment. */
async function begin(table: string, { since, inMilliseconds }: Period, moment: Date): Promise<void> {
  const besides = BESIDES[table] ? `, ${BESIDES[table]}` : '';
  // Nobody else changes the audit trail.
  await t.dataSource.query(`alter table ${table} disable trigger user`);
  await t.dataSource.query(`update ${table} set ${since} = $1${besides}`, [
    inMilliseconds ? moment.getTime() : moment,
  ]);
  await t.dataSource.query(`alter table ${table} enable trigger user`);
}

/** Rows that the period is for, where it is not for all of the table. */
const MEANT: Record<string, string> = {
  events: `series_id is null and id not in (select event_id from signups where event_id is not null
    union select event_id from event_results union select event_id from permission_slips where event_id is not null)`,
  mails: 'notification_id is null',
};

/** Rows that are there, or still hold what is to be cleared. */
async function held(table: string, { clears = [] }: Period): Promise<number> {
  const where = clears.length > 0 ? `num_nonnulls(${clears.join(', ')}) > 0` : (MEANT[table] ?? 'true');
  const [row] = await t.dataSource.query<[{ n: number }]>(
    `select count(*)::int as n from ${table} where ${where}`,
  );
  return row.n;
}

/** Rows of tables that a whole life has none of. */
async function fill(): Promise<void> {
  const [school] = await t.dataSource.query<[{ id: string }]>('select id from schools limit 1');
  await webhookRows(t, school);
  await t.dataSource.query(
    `insert into webhook_moments (school_id, item_id, kind, at, told_at)
     values ($1, gen_random_uuid(), 'poll.opened', now(), now())`,
    [school.id],
  );
  await t.dataSource.query(
    `insert into attempt_counts (key, points, expire) values ('code:x', 1, 0) on conflict do nothing`,
  );
  await t.dataSource.query(
    `insert into bounced_addresses (email, bounces, bounced_at) values ('x@example.org', 1, now()) on conflict do nothing`,
  );
  await t.dataSource.query(`insert into sign_in_codes (id, expires_at) values (gen_random_uuid(), now())`);
  await t.dataSource.query(
    `insert into ended_tokens (digest, expires_at) values ('x', now()) on conflict do nothing`,
  );
  await t.dataSource.query(
    `insert into backups (made_at, address, is_encrypted) select now(), '/a', false where not exists (select from backups)`,
  );
  await t.dataSource.query(
    `insert into menu_image_runs (menu_entry_id, school_id, id, items_hash, state, expires_at)
     select id, school_id, gen_random_uuid(), 'x', 'done', now() from menu_entries on conflict do nothing`,
  );
  await t.dataSource.query(
    `insert into events select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'source_id', null))).*
     from events e where series_id is null limit 1`,
  );
}

const runOn = async (moment: Date, table: string, period: Period): Promise<number> => {
  const before = t.clock.now();
  t.clock.advance(moment.getTime() - before.getTime());
  try {
    return await t.app.get(RetentionService).removeFrom(table, period);
  } finally {
    t.clock.advance(before.getTime() - moment.getTime());
  }
};

describe('the list of periods', () => {
  it('names every table, and no other', async () => {
    const tables = await t.dataSource.query<{ name: string }[]>(TABLES);
    expect(Object.keys(RETENTION).sort()).toEqual(tables.map(({ name }) => name));
  });

  it('says for each a period in days, or as long as what', () => {
    for (const rule of Object.values(RETENTION))
      expect('days' in rule ? rule.days > 0 : rule.asLongAs.length > 10).toBe(true);
  });
});

describe('each table with a period', () => {
  it.each(PERIODS)('%s keeps it a day less, and nothing a day more', async (table, period) => {
    await fill();
    // What the database removes is old by its own clock as well.
    const now = new Date(t.clock.now().getTime() - (period.byFunction ? 2 * period.days * DAY_MS : 0));
    await begin(table, period, now);
    const rows = await held(table, period);
    expect(rows).toBeGreaterThan(0);
    const daysOn = (days: number): Date => new Date(now.getTime() + days * DAY_MS);
    expect(await runOn(daysOn(period.days - 1), table, period)).toBe(0);
    expect(await held(table, period)).toBe(rows);
    // A month that goes as a whole has to be over.
    const whole = period.byMonth ? 31 : 0;
    expect(await runOn(daysOn(period.days + whole + 1), table, period)).toBe(rows);
    expect(await held(table, period)).toBe(0);
  });

  it('leaves rows alone that its condition is not for', async () => {
    const life = await WholeLife.begin(t);
    const sql = 'select count(*)::int as n from attachments where num_nonnulls(document_id, notice_id) = 1';
    const [before] = await t.dataSource.query<[{ n: number }]>(sql);
    await runOn(new Date(Date.now() + 400 * DAY_MS), 'attachments', RETENTION.attachments);
    expect(await t.dataSource.query(sql)).toEqual([before]);
    expect(life.school.id).toBeTruthy();
  });
});

describe('mails that are files', () => {
  it('go after a week', async () => {
    mkdirSync(join(dataDir, 'mail'), { recursive: true });
    const [old, young] = ['old.eml', 'young.eml'].map((name) => join(dataDir, 'mail', name)) as [
      string,
      string,
    ];
    for (const [file, days] of [
      [old, 8],
      [young, 6],
    ] as const) {
      writeFileSync(file, 'To: a@example.org\r\n\r\nHello');
      const at = new Date(t.clock.now().getTime() - days * DAY_MS);
      utimesSync(file, at, at);
    }
    const removed = await t.app.get(RetentionService).run();
    expect(removed['(mail files)']).toBe(1);
    expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
    expect(readdirSync(join(dataDir, 'mail'))).toContain('young.eml');
  });
});

describe('retention run', () => {
  it('says what it has removed, and finds nothing the second time', async () => {
    Object.assign(process.env, { DATABASE_URL: t.databaseUrl, DATA_DIR: dataDir });
    await WholeLife.begin(t);
    await t.dataSource.query(`update invitations set created_at = now() - interval '61 days'`);
    const [{ n }] = await t.dataSource.query<[{ n: number }]>('select count(*)::int as n from invitations');
    const { status, json } = await types(['retention', 'run', '--json']);
    expect(status).toBe(0);
    expect(json).toEqual({ removed: expect.objectContaining({ invitations: n }) });
    const again = (await types(['retention', 'run', '--json'])).json as { removed: Record<string, number> };
    expect(Object.values(again.removed).every((count) => count === 0)).toBe(true);
  });
});
