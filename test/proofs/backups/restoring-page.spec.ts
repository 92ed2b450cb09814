import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { fromProjectRoot } from '../../../src/platform/config/project-root.js';
import { InstalledPostgres, installedPostgres } from '../../support/database/installed-postgres.js';
import { npmDesk } from '../../support/processes/npm-desk.js';
import { commandsShown, runShown } from '../../support/processes/shown-commands.js';
import { typesAt } from '../../support/schools/backups.js';

/* docs/restoring.md: who was erased is erased again after a dump and after a moment, with the tools of PostgreSQL itself. */

const PAGE = 'docs/restoring.md';
const TEXT = readFileSync(fromProjectRoot(PAGE), 'utf8');
const programs = installedPostgres();
if (!programs) process.stderr.write('Skipped: PostgreSQL (the package postgresql) is not installed\n');

/** The line of the page that sets this, with folders of the test. */
const lineOf = (setting: string, to: [string, string]): string =>
  TEXT.match(new RegExp(`^    (${setting} = .*)$`, 'm'))![1]!.replaceAll(...to);

(programs ? describe : describe.skip)('the page on restoring, followed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'school-directory-restoring-'));
  let postgres: InstalledPostgres;
  let npm: Awaited<ReturnType<typeof npmDesk>>;
  let client: pg.Client;
  let [url, archive, base] = ['', '', ''];
  const cli = (line: string, at = url) => typesAt(at, folder, [...line.split(' '), '--json']);

  const emailsIn = async (at: string): Promise<string[]> => {
    const reader = new pg.Client(at);
    await reader.connect();
    const { rows } = await reader.query<{ email: string }>('select email from users order by email');
    await reader.end();
    return rows.map(({ email }) => email.split('@')[0]!);
  };

  const now = async (): Promise<string> => {
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
    return rows[0]!.now.toISOString();
  };

  beforeAll(async () => {
    [postgres, npm] = [new InstalledPostgres(programs!), await npmDesk()];
    archive = postgres.aFolder('archive');
    const settings = ['wal_level', 'archive_mode', 'archive_command'].map((name) =>
      lineOf(name, ['/archive', archive]),
    );
    url = await postgres.start(postgres.make('data'), settings.join('\n'));
    client = new pg.Client(url);
    await client.connect();
    expect((await cli('db migrate')).stderr).toBe('');
    await cli('school create --name Elm --short-name elm --time-zone UTC');
    for (const name of ['stays', 'gone'])
      await cli(`membership add --school elm --email ${name}@example.org --role parent`);
    mkdirSync(join(folder, 'backups'));
    base = join(postgres.folder, 'base');
    postgres.run('pg_basebackup', '--pgdata', base, '--checkpoint', 'fast', '--dbname', url);
  }, 120_000);
  afterAll(async () => {
    await client.end();
    postgres.remove();
    await npm.close();
    rmSync(folder, { recursive: true });
  });

  it('erases again after a dump, and after a moment, whom was erased since', async () => {
    const dumpedAt = await now();
    const [dump, ...restoring] = commandsShown(PAGE, 'From a dump');
    await client.query('create database empty');
    const env = {
      PATH: [npm.folder, programs!, dirname(process.execPath), process.env.PATH].join(':'),
      ...{ DATABASE_URL: url, DATA_DIR: folder, BACKUPS: join(folder, 'backups'), DUMPED_AT: dumpedAt },
      EMPTY_DATABASE: url.replace(/postgres$/, 'empty'),
    };
    const first = 'cli() { npm run --silent cli -- "$@"; }';
    const ran = await runShown([dump!], { first, env });
    await delay(20);
    const moment = await now();
    await delay(20);
    await cli('user create --email late@example.org');
    expect((await cli('person erase --email gone@example.org --confirm')).status).toBe(0);

    ran.push(...(await runShown(restoring, { first, env })));
    expect(ran.flatMap(({ failed, output }) => failed.map((one) => `${one}\n${output}`))).toEqual([]);
    expect(ran.at(-1)!.output).toContain('1 people who were erased after the backup were erased again.');
    expect(await emailsIn(env.EMPTY_DATABASE)).toEqual(['stays']);

    const then = await aServerOf(moment);
    expect(await emailsIn(then)).toEqual(['gone', 'stays']);
    const again = await cli(`person erase-again --since ${moment}`, then);
    expect(again.json).toMatchObject({ erased_again: 1 });
    expect(await emailsIn(then)).toEqual(['stays']);
  }, 120_000);

  async function aServerOf(moment: string): Promise<string> {
    await client.query('select pg_switch_wal()');
    const archived = `select 1 from pg_stat_archiver where last_archived_time > $1`;
    while ((await client.query(archived, [moment])).rows.length === 0) await delay(50);
    const data = join(postgres.folder, 'then');
    cpSync(base, data, { recursive: true, preserveTimestamps: true });
    postgres.ownAll(data);
    writeFileSync(join(data, 'recovery.signal'), '');
    postgres.own(join(data, 'recovery.signal'));
    const at = await postgres.start(
      data,
      [
        lineOf('restore_command', ['/archive', archive]),
        lineOf('recovery_target_time', [
          '2026-11-30 09:41:00+00',
          moment.replace('T', ' ').replace('Z', '+00'),
        ]),
        lineOf('recovery_target_action', ['', '']),
      ].join('\n'),
    );
    for (;;) {
      const reader = new pg.Client(at);
      await reader.connect();
      const { rows } = await reader.query<{ waits: boolean }>('select pg_is_in_recovery() as waits');
      await reader.end();
      if (!rows[0]!.waits) return at;
      await delay(100);
    }
  }
});
