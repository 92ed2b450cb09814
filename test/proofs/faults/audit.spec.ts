import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AuditService } from '../../../src/features/audit/audit.service.js';
import { figure } from '../../support/proofs/figures.js';
import { freePort } from '../../support/processes/free-port.js';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-process.js';
import pg from 'pg';
import { guardAudit, releaseAudit } from '../../../src/platform/database/audit-guard.js';
import { ATTACKS, DETOURS, EXPIRY } from '../../support/proofs/attacks-on-the-trail.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { aBusySchool } from './a-busy-school.js';
import { PatientClient } from './patient-client.js';
import { whileAllWrite, type Writer } from './writer.js';

/** How often the service is killed; more by AUDIT_KILLS. */
const KILLS = Number(process.env.AUDIT_KILLS ?? 2);
const TAMPERINGS = 100;
/** Writes that are decided before the next kill, at least and at most. */
const BETWEEN_KILLS = [5, 60] as const;

let t: TestApp;
let dataDir: string;
let port: number;
let service: ServiceProcess;
let writers: Writer[];

async function start(): Promise<void> {
  service = await startServiceProcess({
    PORT: String(port),
    DATABASE_URL: t.databaseUrl,
    AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    LOG_FORMAT: 'json',
  });
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'school-directory-audit-'));
  port = await freePort();
  t = await startTestApp();
  [writers] = await Promise.all([aBusySchool(t, 20 + 10 * KILLS), start()]);
}, 120_000);
afterAll(async () => {
  await service?.stop();
  await t?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** What there is without its entry, and entries without what they tell of, each as a question for the rows that show it. */
const GAPS: Record<string, string> = {
  'a list without the entry of who made it': `
    select from lists l where not exists (
      select from audit_entries e where e.school_id = l.school_id and e.operation = 'createList' and e.item_id = l.id::text)`,
  'an entry of a list that is not there, and was not deleted': `
    select from audit_entries e where e.operation = 'createList'
      and not exists (select from lists l where l.id::text = e.item_id)
      and not exists (select from audit_entries d where d.operation = 'deleteList' and d.item_id = e.item_id)`,
  'a notice without the entry of who published it': `
    select from notices n where not exists (
      select from audit_entries e where e.school_id = n.school_id and e.operation = 'createNotice' and e.item_id = n.id::text)`,
  'an entry of a notice that is not there': `
    select from audit_entries e where e.operation = 'createNotice' and not exists (
      select from notices n where n.id::text = e.item_id)`,
  'answers to a poll that are not as many as the entries of it': `
    select from polls p where (select count(*) from poll_responses r where r.poll_id = p.id)
      <> (select count(*) from audit_entries e where e.operation = 'respondToPoll' and e.item_id = p.id::text)`,
  'answers to a slip that are not as many as the entries of it': `
    select from permission_slips s where (select count(*) from permission_slip_responses r where r.slip_id = s.id)
      <> (select count(*) from audit_entries e where e.operation in ('answerPermissionSlip', 'changeSlipResponse')
        and (e.item_id = s.id::text or e.item_id in (
          select r.id::text from permission_slip_responses r where r.slip_id = s.id)))`,
  'a claim without an entry of the sign-up': `
    select from signups s where (select count(*) from signup_claims c join signup_items i on i.id = c.item_id
        where i.signup_id = s.id)
      > (select count(*) from audit_entries e where e.operation = 'createSignupClaim' and e.item_id = s.id::text)`,
};

it(
  'makes no change without its entry and no entry without its change, whenever the service is killed',
  async () => {
    const client = new PatientClient(service.url);
    await whileAllWrite(writers, client, async () => {
      for (let round = 0; round < KILLS; round += 1) {
        const [least, most] = BETWEEN_KILLS;
        await client.hasDecided(least + Math.floor(Math.random() * (most - least)));
        await delay(Math.random() * 20);
        await service.kill();
        await start();
      }
      await client.hasDecided(2 * writers.length);
    });
    for (const [what, rows] of Object.entries(GAPS)) {
      const [{ count }] = await t.dataSource.query<[{ count: number }]>(
        `select count(*)::int as count from (${rows}) as gap`,
      );
      expect([what, count]).toEqual([what, 0]);
    }
    const { rows, fault } = await t.app.get(AuditService).verify();
    expect(fault).toBeUndefined();
    expect(rows).toBeGreaterThan(20);
    figure('Service killed with SIGKILL under load, times', KILLS);
    figure('Entries written meanwhile', rows);
    figure('Changes without an entry, and entries without their change', 0, '0');
  },
  60_000 + KILLS * 20_000,
);

const OTHER_VALUES: Record<string, string> = {
  id: 'gen_random_uuid()',
  at: `at + interval '1 millisecond'`,
  actor_kind: `case actor_kind when 'person' then 'operator' else 'person' end`,
  actor_id: 'gen_random_uuid()',
  membership_id: 'gen_random_uuid()',
  operator: `'someone'`,
  reason: `'none'`,
  operation: `operation || 's'`,
  item_type: `coalesce(item_type, '') || 's'`,
  item_id: `coalesce(item_id, '') || '0'`,
  source: `source || '0'`,
  hash: `sha256(hash)`,
};

/** With what an owner of the tables may do. */
const tamper = (statement: string, parameters: unknown[]): Promise<void> =>
  t.dataSource.transaction(async (manager) => {
    await manager.query('alter table audit_entries disable trigger user');
    await manager.query(statement, parameters);
    await manager.query('alter table audit_entries enable trigger user');
  });

it('finds whatever was altered, removed or put in between', async () => {
  const columns = Object.keys(OTHER_VALUES);
  const found = { altered: 0, removed: 0, inserted: 0 };
  for (let round = 0; round < TAMPERINGS; round += 1) {
    const kind = (['altered', 'removed', 'inserted'] as const)[round % 3]!;
    await t.dataSource.query('create table untouched as select * from audit_entries');
    const [{ school_id, position }] = await t.dataSource.query<[{ school_id: string; position: string }]>(
      'select school_id, position from audit_entries order by random() limit 1',
    );
    const one = [school_id, position];
    if (kind === 'altered') {
      const column = columns[round % columns.length]!;
      await tamper(
        `update audit_entries set ${column} = ${OTHER_VALUES[column]} where school_id = $1 and position = $2`,
        one,
      );
    } else if (kind === 'removed') {
      await tamper('delete from audit_entries where school_id = $1 and position = $2', one);
    } else {
      // The later ones make room, and the new one has a hash that fits the one before.
      await tamper(
        'update audit_entries set position = -position - 1 where school_id = $1 and position > $2',
        one,
      );
      await tamper(
        'update audit_entries set position = -position where school_id = $1 and position < 0 and $2::bigint > 0',
        one,
      );
      await tamper(
        `insert into audit_entries select forged.* from audit_entries e, jsonb_populate_record(e, jsonb_build_object(
           'position', e.position + 1, 'id', gen_random_uuid(), 'hash', audit_hash(e.hash, jsonb_populate_record(e,
             jsonb_build_object('position', e.position + 1))))) forged
         where e.school_id = $1 and e.position = $2`,
        one,
      );
    }
    const { fault } = await t.app.get(AuditService).verify();
    expect([kind, one, fault?.school_id ?? null]).toEqual([
      kind,
      one,
      /^[0-]{35}/.test(school_id) ? null : school_id,
    ]);
    found[kind] += 1;
    await tamper('delete from audit_entries where $1::uuid is not null', [randomUUID()]);
    await tamper('insert into audit_entries select * from untouched where $1::uuid is not null', [
      randomUUID(),
    ]);
    await t.dataSource.query('drop table untouched');
    expect((await t.app.get(AuditService).verify()).fault).toBeUndefined();
  }
  figure('Entries altered, found', `${found.altered} of ${found.altered}`);
  figure('Entries removed, found', `${found.removed} of ${found.removed}`);
  figure('Entries put in between, found', `${found.inserted} of ${found.inserted}`);
}, 300_000);

it('lets the role of the service append, and do nothing else', async () => {
  const role = `service_${randomUUID().slice(0, 8)}`;
  await t.dataSource.query(`create role ${role} login password 'secret'`);
  await guardAudit(t.databaseUrl, role);
  const url = new URL(t.databaseUrl);
  Object.assign(url, { username: role, password: 'secret' });
  const before = await t.app.get(AuditService).verify();
  let refused = 0;
  for (const [what, sql] of Object.entries({ ...ATTACKS, ...DETOURS, 'what is young removed': EXPIRY })) {
    const client = new pg.Client(url.href);
    await client.connect();
    await client.query(sql).catch(() => (refused += 1));
    await client.end();
    const after = await t.app.get(AuditService).verify(before.heads);
    expect([what, after.fault, after.rows]).toEqual([what, undefined, before.rows]);
  }
  const client = new pg.Client(url.href);
  await client.connect();
  await client.query(
    `insert into audit_entries (school_id, at, actor_kind, operation, source) values ($1, now(), 'operator', 'x', '')`,
    [randomUUID()],
  );
  await client.end();
  expect((await t.app.get(AuditService).verify(before.heads)).rows).toBe(before.rows + 1);
  await releaseAudit(t.databaseUrl, new URL(t.databaseUrl).username);
  await t.dataSource.query(`drop owned by ${role} cascade; drop role ${role}`);
  figure('Ways to alter the trail that were tried with the role of the service', refused + 3);
  figure('Of them, with an effect', 0, '0');
}, 60_000);
