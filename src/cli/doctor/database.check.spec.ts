import { describe, expect, it } from '@jest/globals';
import { configErrorsOf } from '../../platform/config/collect-config-errors.js';
import { judgeDatabase } from './database.check.js';

describe('what is said of a database', () => {
  const good = {
    version: 170_002,
    encoding: 'UTF8',
    isSuperuser: false,
    ownsTrail: false as boolean | null,
    hasIcu: true,
    connections: 97,
    clock: 1_000_000,
    randomPageCost: 1.1,
    jit: false,
    autovacuum: true,
    withoutStatistics: [] as string[],
    synchronousStandbys: '',
    standbys: 0,
    waitingCommits: 0,
    applied: ['A'],
    pending: [] as string[],
    newer: [] as string[],
    writeFault: null as string | null,
  };
  const judged = (facts: Partial<typeof good>, migrateOnStart = false) => {
    const { settings } = configErrorsOf({}, { now: 0, terminal: false });
    return judgeDatabase({ ...good, ...facts }, { ...settings, migrateOnStart }, new Date(1_000_000))
      .filter(({ status }) => status !== 'ok')
      .map(({ name, status, message }) => `${status} ${name} ${message}`);
  };

  it.each<[string, Parameters<typeof judged>[0], string[]]>([
    ['a good one', {}, []],
    ['an old one', { version: 140_012 }, ['failed DATABASE_URL PostgreSQL 14.12 is too old.']],
    ['one without ICU', { hasIcu: false }, ['failed DATABASE_URL PostgreSQL 17.2 was built without ICU.']],
    [
      'one that takes no writes',
      { writeFault: '25006' },
      ['failed DATABASE_URL The database takes no writes (25006).'],
    ],
    [
      'one whose synchronous standby is gone',
      { synchronousStandbys: '*' },
      [
        'failed DATABASE_URL No synchronous standby confirms commits (standbys connected: 0, commits that wait: 0): writes are refused, and reads go on.',
      ],
    ],
    [
      'one whose synchronous standby says nothing',
      { synchronousStandbys: '*', standbys: 1, waitingCommits: 2 },
      [
        'failed DATABASE_URL No synchronous standby confirms commits (standbys connected: 1, commits that wait: 2): writes are refused, and reads go on.',
      ],
    ],
    ['one with a synchronous standby', { synchronousStandbys: '*', standbys: 1 }, []],
    [
      'an empty one',
      { applied: [], pending: ['A'] },
      ['failed MIGRATE_ON_START The database has no tables yet.'],
    ],
    [
      'one of a newer version',
      { newer: ['B'] },
      [
        'warning MIGRATE_ON_START The tables are those of a newer version: migrations that this one does not know: 1.',
      ],
    ],
    [
      'a small one',
      { connections: 12 },
      ["warning DATABASE_POOL_SIZE One process takes up to 10 of the database's 12 connections."],
    ],
    [
      'one that plans as for a disk that turns',
      { randomPageCost: 4, jit: true },
      [
        'warning plans In PostgreSQL random_page_cost is 4 and jit is on: answers may take a multiple of their time.',
      ],
    ],
    [
      'one without statistics',
      { withoutStatistics: ['guardians', 'students'], autovacuum: false },
      [
        'warning statistics PostgreSQL has no statistics of guardians, students: some answers may take minutes.',
      ],
    ],
    [
      'one that keeps none',
      { autovacuum: false },
      [
        'warning statistics In PostgreSQL autovacuum is off: nobody keeps its statistics, or clears away what was changed.',
      ],
    ],
    [
      'one whose clock is off',
      { clock: 1_060_000 },
      ['failed clock The clocks of this machine and of the database are 60.0 seconds apart.'],
    ],
    [
      'one whose clock is a little off',
      { clock: 995_000 },
      ['warning clock The clocks of this machine and of the database are 5.0 seconds apart.'],
    ],
  ])('%s', (_, facts, expected) => {
    expect(judged(facts)).toEqual(expected);
  });

  it('counts the connections of every worker, and of the process in charge', () => {
    const { settings } = configErrorsOf({ CLUSTER_WORKERS: '5' }, { now: 0, terminal: false });
    const [, , , pool] = judgeDatabase(good, settings, new Date(1_000_000));
    expect(pool).toMatchObject({
      status: 'warning',
      message: "A service of 5 workers takes up to 54 of the database's 97 connections.",
    });
  });

  it('counts as many connections again where commits may wait for a standby', () => {
    const { settings } = configErrorsOf({}, { now: 0, terminal: false });
    const facts = { ...good, synchronousStandbys: '*', standbys: 1 };
    expect(judgeDatabase(facts, settings, new Date(1_000_000))).toContainEqual({
      name: 'DATABASE_POOL_SIZE',
      status: 'ok',
      message: "One process takes up to 20 of the database's 97 connections.",
    });
  });

  it('accepts migrations that the next start applies', () => {
    expect(judged({ pending: ['B'] }, true)).toEqual([]);
  });
});
