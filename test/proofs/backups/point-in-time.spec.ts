import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { DataSource } from 'typeorm';
import { fromProjectRoot } from '../../../src/platform/config/project-root.js';
import { createDataSource } from '../../../src/platform/database/data-source.js';
import { createApp } from '../../../src/runtime/server.js';
import { ApiClient } from '../../support/api-client.js';
import { InstalledPostgres, installedPostgres } from '../../support/database/installed-postgres.js';
import { isInstalled } from '../../support/deploy-samples.js';
import { figure } from '../../support/proofs/figures.js';
import { aSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { type Moment, NotedWriter } from './noted-writer.js';

/* docs/restoring.md: back to a moment with pgBackRest, while people go on to write. */

const LONG = 240_000;
const WRITERS = 4;
/** Writes that each writer makes before the moment, and after it. */
const WRITES = 40;
const TEXT = readFileSync(fromProjectRoot('docs/restoring.md'), 'utf8');
const programs = installedPostgres();
if (!programs) process.stderr.write('Skipped: PostgreSQL (the package postgresql) is not installed\n');
const isHere = programs !== null && isInstalled('pgbackrest', 'version');

/** With its time as PostgreSQL writes it. */
type NamedMoment = Moment & { text: string };

(isHere ? describe : describe.skip)('the page on restoring to a moment with pgBackRest, followed', () => {
  let postgres: InstalledPostgres;
  let t: TestApp;
  let app: NestExpressApplication;
  let dataSource: DataSource;
  let writers: NotedWriter[];
  let data = '';

  beforeAll(async () => {
    postgres = new InstalledPostgres(programs!);
    for (const name of ['repository', 'log', 'lock']) postgres.aFolder(name);
    data = postgres.make('data');
    const url = await postgres.start(
      data,
      `wal_level = replica\narchive_mode = on\n${shown('archive_command', 'data')}`,
    );
    configure('data', data, new URL(url).port);
    await act(shownCommand('stanza-create'), 'data');
    dataSource = await createDataSource({ url, poolSize: 3 }).initialize();
    await dataSource.runMigrations();
    t = await startTestApp();
    app = await createApp({ ...t.settings, databaseUrl: url }, t.clock);
    await app.listen(0, '127.0.0.1');
    const there = { ...t, app, api: new ApiClient(await app.getUrl()), dataSource, databaseUrl: url };
    const school = await aSchool(there);
    writers = await Promise.all(Array.from({ length: WRITERS }, () => NotedWriter.at(there, school)));
  }, LONG);
  afterAll(async () => {
    await app.close();
    await dataSource.destroy();
    await t.close();
    postgres.remove();
  });

  /** Settings of pgBackRest for a server with its data there. */
  function configure(name: string, folder: string, port: string): void {
    const { folder: home } = postgres;
    const lines = [
      ...['[global]', `repo1-path=${home}/repository`, `log-path=${home}/log`, `lock-path=${home}/lock`],
      ...['log-level-console=warn', 'log-level-file=off', 'start-fast=y'],
      ...[
        '[directory]',
        `pg1-path=${folder}`,
        `pg1-port=${port}`,
        `pg1-socket-path=${home}`,
        'pg1-user=postgres',
      ],
    ];
    writeFileSync(settingsOf(name), `${lines.join('\n')}\n`);
    postgres.own(settingsOf(name));
  }

  const settingsOf = (name: string): string => join(postgres.folder, `${name}.conf`);

  /** The line of the page, with the settings of the test. */
  const withSettings = (line: string, name: string): string =>
    line.replace('pgbackrest ', `pgbackrest --config=${settingsOf(name)} `);

  const shown = (setting: string, name: string): string =>
    withSettings(TEXT.match(new RegExp(`^    (${setting} = 'pgbackrest .*)$`, 'm'))![1]!, name);

  const shownCommand = (words: string): string =>
    TEXT.match(new RegExp(`^    (pgbackrest .*${words}.*)$`, 'm'))![1]!;

  const act = (line: string, name: string): Promise<void> =>
    postgres.runBeside('/bin/bash', '-c', withSettings(line, name));

  async function someLoad(): Promise<void> {
    const enough = writers.map(({ acknowledged }) => acknowledged + WRITES);
    while (!writers.every((one, at) => one.acknowledged >= enough[at]!)) await delay(20);
  }

  /** A backup, and a while later the moment to come back to, with writes before, between and after. */
  async function aDay(): Promise<NamedMoment> {
    await someLoad();
    await act(shownCommand('--type=full backup'), 'data');
    await someLoad();
    const moment = await aMoment();
    await someLoad();
    return moment;
  }

  async function aMoment(): Promise<NamedMoment> {
    const from = performance.now();
    const [{ text }] = await dataSource.query<[{ text: string }]>('select clock_timestamp()::text as text');
    return { from, to: performance.now(), text };
  }

  it(
    'comes back with every write that was acknowledged before the moment, and none that came after',
    async () => {
      let isOver = false;
      const load = Promise.all(writers.map((one) => one.goOn(() => isOver)));
      const day = aDay();
      await Promise.race([load, day]).finally(() => (isOver = true));
      const [moment] = await Promise.all([day, load]);

      const found = await comeBackTo(moment.text);
      const compared = await Promise.all(writers.map((one) => one.compare(found, moment)));
      await found.destroy();
      expect(compared.map(({ isExact }) => isExact)).toEqual(compared.map(() => true));
      const owed = compared.reduce((total, one) => total + one.owed, 0);
      const all = writers.reduce((total, one) => total + one.acknowledged, 0);
      figure(
        'Back to a moment with pgBackRest: writes acknowledged before it, and after',
        `${owed}, ${all - owed}`,
      );
      figure('Of those before it, missing; of those after it, there', 0, '0');
    },
    LONG,
  );

  /** Another server, as this one was at that moment. */
  async function comeBackTo(moment: string): Promise<DataSource> {
    await dataSource.query('select pg_switch_wal()');
    const then = postgres.aFolder('then');
    configure('then', then, '0');
    await act(shownCommand('--type=time').replace('2026-11-30 09:41:00+00', moment), 'then');
    const url = await postgres.start(then, 'archive_mode = off');
    const found = await createDataSource({ url, poolSize: 1 }).initialize();
    const waits = async (): Promise<boolean> =>
      (await found.query<[{ waits: boolean }]>('select pg_is_in_recovery() as waits'))[0].waits;
    while (await waits()) await delay(100);
    return found;
  }
});
