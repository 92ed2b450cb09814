import { beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  startEmbeddedPostgres,
  startThrowawayPostgres,
} from '../../../src/dev/embedded/embedded-postgres.js';
import { poll } from '../../../src/dev/embedded/postmaster.js';
import { listProcesses } from '../../../src/dev/embedded/processes.js';
import { clusterFolder, dataDirs, query, serversIn } from '../../runtime/databases.js';
import { OwnerProcess } from '../../runtime/owner-process.js';

const newDataDir = dataDirs();

describe('the embedded database', () => {
  it('keeps its data over a restart and leaves nothing running', async () => {
    const dataDir = newDataDir();
    const first = await startEmbeddedPostgres({ dataDir, holder: 'server' });
    await query(first.url, 'create table note as select 7 as number');
    expect(await query(first.url, 'show timezone')).toEqual([{ TimeZone: 'UTC' }]);
    expect(readFileSync(join(dataDir, 'database-url'), 'utf8').trim()).toBe(first.url);
    expect(statSync(join(dataDir, 'database-url')).mode & 0o777).toBe(0o600);
    await first.stop();
    await first.stop();

    expect(serversIn(dataDir)).toEqual([]);
    expect(readdirSync(dataDir)).toEqual(['postgres']);
    const second = await startEmbeddedPostgres({ dataDir, holder: 'command' });
    expect(second.owned).toBe(true);
    expect(await query(second.url, 'select number from note')).toEqual([{ number: 7 }]);
    await second.stop();
  });

  it('shows no password in the list of processes', async () => {
    const running = await startEmbeddedPostgres({ dataDir: newDataDir(), holder: 'server' });
    const password = new URL(running.url).password;
    expect(listProcesses().filter(({ command }) => command.includes(password))).toEqual([]);
    await running.stop();
  });

  it('runs in a path with spaces and other letters, twice at once', async () => {
    const [one, other] = await Promise.all(
      ['Schule Köln', '学校 "quoted" $HOME'].map((name) =>
        startEmbeddedPostgres({ dataDir: newDataDir(name), holder: 'server' }),
      ),
    );
    expect(one!.url).not.toBe(other!.url);
    expect(await query(one!.url, `select upper('é') as letter`)).toEqual([{ letter: 'É' }]);
    await Promise.all([one!.stop(), other!.stop()]);
  });

  it('begins again after an initdb that was cut off', async () => {
    const dataDir = newDataDir();
    const home = join(dataDir, 'postgres');
    const killed = new OwnerProcess([dataDir, 'server']);
    const started = () => existsSync(home) && readdirSync(home).some((name) => name.startsWith('data.'));
    expect(await poll(() => started() || undefined, 20_000, 1)).toBe(true);
    await killed.kill('SIGKILL');
    expect(existsSync(join(home, 'data'))).toBe(false);
    const running = await startEmbeddedPostgres({ dataDir, holder: 'server' });
    expect(await query(running.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await running.stop();
  });

  it('says in one line that the data is of another major version', async () => {
    const dataDir = newDataDir();
    await (await startEmbeddedPostgres({ dataDir, holder: 'server' })).stop();
    writeFileSync(join(dataDir, 'postgres', 'data', 'PG_VERSION'), '15\n');
    const start = startEmbeddedPostgres({ dataDir, holder: 'server' });
    await expect(start).rejects.toThrow(/^The database in .* was made by PostgreSQL 15 .*backup.*$/);
    expect(readdirSync(dataDir)).toEqual(['postgres']);
  });
});

describe('one owner a DATA_DIR', () => {
  /** Made once, and left by one after the other: whose it is does not depend on what is in it. */
  let dataDir: string;
  beforeAll(async () => {
    dataDir = newDataDir();
    await (await startEmbeddedPostgres({ dataDir, holder: 'server' })).stop();
  });

  it('refuses a second service and names the first', async () => {
    const running = await startEmbeddedPostgres({ dataDir, holder: 'server' });
    const second = new OwnerProcess([dataDir, 'server']);
    const error = await second.hears('error');
    expect(error).toContain(`process id ${process.pid} already runs`);
    expect(error).toMatch(/^[^\n]*DATABASE_URL[^\n]*DATA_DIR[^\n]*$/);
    expect(error).not.toContain(new URL(running.url).password);
    await running.stop();
  });

  it('lets a command use the database of the running service', async () => {
    const service = new OwnerProcess([dataDir, 'server']);
    await service.hears('url');
    const command = await startEmbeddedPostgres({ dataDir, holder: 'command' });
    expect(command.owned).toBe(false);
    await command.stop();
    expect(await query(command.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await service.kill('SIGTERM');
  });

  it('lets a command that comes while the service starts wait for it', async () => {
    // There is a time to wait only where all of it has to be made.
    const dataDir = newDataDir();
    const service = new OwnerProcess([dataDir, 'server']);
    await poll(() => (existsSync(join(dataDir, 'postgres.lock')) ? true : undefined), 20_000);
    const command = await startEmbeddedPostgres({ dataDir, holder: 'command' });
    expect(command).toMatchObject({ owned: false, url: await service.hears('url') });
    await service.kill('SIGTERM');
  });

  it('tells a command that comes to no service that the database is a new one', async () => {
    const dataDir = newDataDir();
    const told: string[] = [];
    for (let time = 1; time <= 2; time += 1)
      await (
        await startEmbeddedPostgres({ dataDir, holder: 'command', warn: (line) => told.push(line) })
      ).stop();
    expect(told.filter((line) => line.includes('empty'))).toEqual([
      `Making a new, empty database in ${dataDir}: for that of a service, set its DATA_DIR or DATABASE_URL`,
    ]);
  });

  it('makes a service wait, and say so, while a command has it', async () => {
    const command = await startEmbeddedPostgres({ dataDir, holder: 'command' });
    const service = new OwnerProcess([dataDir, 'server']);
    expect(await service.hears('warning')).toContain(`process id ${process.pid}`);
    await command.stop();
    expect(await service.hears('owned')).toBe(true);
    expect(service.said.filter(({ warning }) => warning)).toHaveLength(1);
    await service.kill('SIGTERM');
  });

  it('lets a service wait for one that is about to end', async () => {
    const ending = await startEmbeddedPostgres({ dataDir, holder: 'server' });
    const next = new OwnerProcess([dataDir, 'server']);
    expect(await next.hears('warning')).toContain(`process id ${process.pid}`);
    await ending.stop();
    expect(await next.hears('owned')).toBe(true);
    await next.kill('SIGTERM');
  });

  it('gives the lock of a dead holder to exactly one of several', async () => {
    const killed = new OwnerProcess([dataDir, 'server']);
    await killed.hears('url');
    await killed.kill('SIGKILL');
    const rivals = [1, 2, 3].map(() => new OwnerProcess([dataDir, 'server']));
    const outcomes = () => rivals.flatMap(({ said }) => said.filter(({ url, error }) => url ?? error));
    await poll(() => (outcomes().length === 3 ? true : undefined), 25_000);
    expect(outcomes().filter(({ owned }) => owned)).toHaveLength(1);
    expect(outcomes().filter(({ error }) => error?.includes('already runs'))).toHaveLength(2);
    await Promise.all(rivals.map((rival) => rival.kill('SIGTERM')));
  });
});

describe('a throw-away cluster', () => {
  it('runs at once, careless, and goes after', async () => {
    const running = await startThrowawayPostgres();
    const folder = await clusterFolder(running.url);
    expect(await query(running.url, 'show fsync')).toEqual([{ fsync: 'off' }]);
    await running.stop();
    expect(existsSync(folder)).toBe(false);
  });
});
