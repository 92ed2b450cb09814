import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { Clock } from '../../../src/platform/clock/clock.js';
import { createDataSource } from '../../../src/platform/database/data-source.js';
import { JournalRepository } from '../../../src/platform/journal/journal.repository.js';
import { JournalService } from '../../../src/platform/journal/journal.service.js';
import { record } from '../../../src/platform/journal/recorded-changes.js';
import { CommitSubscriber } from '../../../src/platform/transaction/commit.subscriber.js';
import { Transactions } from '../../../src/platform/transaction/transactions.service.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { figure } from '../../support/proofs/figures.js';

/*
 * Writers of two processes commit changes of several schools, some in long transactions, some rolled back, while subscribers
 * of both read behind them and their connections are ended at random moments. A counter that every fourth transaction raises under a
 * row lock says in which order those were committed.
 */

const CHANGES = Number(process.env.JOURNAL_CHANGES ?? 4_000);
const KILLS = Number(process.env.KILLS ?? 5);
const SCHOOLS = Array.from({ length: 4 }, () => randomUUID());
const SUBSCRIBERS = ['first', 'second'];
const WRITERS = 8;
jest.setTimeout(3_600_000);

interface Process {
  dataSource: DataSource;
  journal: JournalService;
  transactions: Transactions;
}

let database: TestDatabase;
let processes: Process[];
beforeAll(async () => {
  database = await createTestDatabase();
  await database.dataSource.query(`
    create table counters (school_id uuid primary key, count bigint not null);
    create table heard (subscriber text, school_id uuid, sequence bigint, count bigint, at_once bigserial)`);
  for (const id of SCHOOLS)
    await database.dataSource.query(
      `with school as (insert into schools (id, short_name, name, time_zone, country, locale)
         values ($1::uuid, $1::uuid::text, 'A school', 'UTC', 'US', 'en-US') returning id)
       insert into counters select id, 0 from school`,
      [id],
    );
  processes = await Promise.all([aProcess(), aProcess()]);
});
afterAll(async () => {
  for (const { dataSource } of processes) await dataSource.destroy();
  await database.drop();
});

async function aProcess(): Promise<Process> {
  const dataSource = await createDataSource({ url: database.url, poolSize: 6 }).initialize();
  dataSource.subscribers.push(new CommitSubscriber(new Clock()));
  const journal = new JournalService(dataSource, new JournalRepository(dataSource));
  for (const name of SUBSCRIBERS)
    journal.subscribe({
      name,
      isAwaited: () => false,
      handle: async (manager, changes) => {
        const rows = changes.map(({ schoolId, sequence, ids }) => ({
          school_id: schoolId,
          sequence,
          count: ids?.['count'],
        }));
        await manager.query(
          `insert into heard (subscriber, school_id, sequence, count)
           select $1, school_id, sequence, count
           from jsonb_to_recordset($2) as row(school_id uuid, sequence bigint, count bigint) order by sequence`,
          [name, JSON.stringify(rows)],
        );
      },
    });
  return { dataSource, journal, transactions: new Transactions(dataSource, journal) };
}

const oneOf = <T>(all: T[]): T => all[Math.floor(Math.random() * all.length)]!;

/** Most transactions lock nothing of each other but what the journal itself locks. */
async function writeSome(manager: EntityManager, schoolId: string, changes: number): Promise<void> {
  if (Math.random() < 0.05) await delay(Math.random() * 50);
  const count = Math.random() < 0.25 ? await countUp(manager, schoolId) : undefined;
  for (let at = 0; at < changes; at += 1)
    record(
      { manager, schoolId },
      { kind: 'menu.changed', id: String(at), ...(count !== undefined && { ids: { count } }) },
    );
}

async function countUp(manager: EntityManager, schoolId: string): Promise<string> {
  const [[counted]] = await manager.query<[[{ count: string }], number]>(
    'update counters set count = count + 1 where school_id = $1 returning count',
    [schoolId],
  );
  return counted.count;
}

const ROLLED_BACK = new Error('rolled back');

/** Half of the writers only commit; the others deliver as well, as a request does. */
async function write(process: Process, share: number): Promise<number> {
  let written = 0;
  while (written < share) {
    const changes = Math.min(share - written, 1 + Math.floor(Math.random() * (CHANGES / 500)));
    const isRolledBack = Math.random() < 0.1;
    const schoolId = oneOf(SCHOOLS);
    const outcome = await process.dataSource
      .transaction(async (manager) => {
        await writeSome(manager, schoolId, changes);
        if (isRolledBack) throw ROLLED_BACK;
      })
      .then(
        () => changes,
        (error: unknown) => {
          // One whose connection was ended has written nothing: it is not counted.
          if (error === ROLLED_BACK || isEnded(error)) return 0;
          throw error;
        },
      );
    written += outcome;
  }
  return written;
}

const isEnded = (error: unknown): boolean =>
  /terminat|Connection|closed/i.test(String((error as Error).message));

const END_ONE = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and query ~ 'journal_positions|heard' order by random() limit 1`;

it('delivers every change once, in the order of commits, however often a subscriber is killed', async () => {
  const state = { isOver: false, kills: 0 };
  const reading = processes.map(async ({ journal }) => {
    while (!state.isOver) {
      await journal.deliverBehind().catch(() => undefined);
      await delay(5);
    }
  });
  const killing = (async () => {
    while (!state.isOver && state.kills < KILLS) {
      await delay(20 + Math.random() * 100);
      const [ended] = await database.dataSource.query<unknown[]>(END_ONE);
      if (ended) state.kills += 1;
    }
  })();
  const share = CHANGES / WRITERS;
  const writers = Array.from({ length: WRITERS }, (_, at) => write(processes[at % 2]!, share));
  const written = (await Promise.all(writers)).reduce((sum, count) => sum + count);
  state.isOver = true;
  await Promise.all([...reading, killing]);
  for (const { journal } of processes) while (await journal.deliverBehind());

  const [found] = await database.dataSource.query<[Record<string, number>]>(`
    with heard_in_order as (
      select h.*, lag(sequence, 1, 0::bigint) over w as before, max(count) over (w rows unbounded preceding) as highest
      from heard h window w as (partition by subscriber, school_id order by at_once)
    )
    select (select sum(sequence)::int from journal_heads) as changes,
      (select count(*)::int from heard) as heard,
      count(*) filter (where sequence <> before + 1)::int as "outOfOrder",
      count(*) filter (where count < highest)::int as "beforeTheirCommit"
    from heard_in_order`);
  figure('Changes that were committed', found['changes']!);
  figure('Connections of subscribers that were ended', state.kills, `${KILLS}`);
  figure('Changes that a subscriber missed, got twice or out of order', found['outOfOrder']!, '0');
  expect(found).toEqual({
    changes: written,
    heard: written * SUBSCRIBERS.length,
    outOfOrder: 0,
    beforeTheirCommit: 0,
  });
});
