import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../src/dev/embedded/embedded-postgres.js';
import { poll } from '../../../src/dev/embedded/postmaster.js';
import { clusterFolder, dataDirs, ended, query, serversIn } from '../../runtime/databases.js';
import { OwnerProcess } from '../../runtime/owner-process.js';

const newDataDir = dataDirs();

describe('after kill -9', () => {
  it('ends the database by itself when it was the owner, and the next owner finds its data', async () => {
    const dataDir = newDataDir();
    const owner = new OwnerProcess([dataDir, 'server']);
    await query(await owner.hears('url'), 'create table note as select 7 as number');
    const [postmaster] = serversIn(dataDir);
    await owner.kill('SIGKILL');
    await ended(postmaster!);
    const next = await startEmbeddedPostgres({ dataDir, holder: 'server' });
    expect(await query(next.url, 'select number from note')).toEqual([{ number: 7 }]);
    await next.stop();
  });

  it('starts the postmaster again on the same port, by its owner', async () => {
    const dataDir = newDataDir();
    const warnings: string[] = [];
    const warn = (line: string) => void warnings.push(line);
    const running = await startEmbeddedPostgres({ dataDir, holder: 'server', warn });
    await query(running.url, 'create table note as select 7 as number');
    const busy = query(running.url, 'select pg_sleep(600)').catch((error: Error) => error.name);
    const [postmaster] = serversIn(dataDir);
    process.kill(postmaster!, 'SIGKILL');
    await busy;
    const rows = await poll(
      () => query(running.url, 'select number from note').catch(() => undefined),
      25_000,
    );
    expect(rows).toEqual([{ number: 7 }]);
    expect(warnings).toEqual([expect.stringMatching(/ended unexpectedly \(SIGKILL\)/)]);
    await running.stop();
    expect(serversIn(dataDir)).toEqual([]);
  });

  it('recovers from both, with a backend that is busy and a process number that belongs to somebody else', async () => {
    const dataDir = newDataDir();
    const owner = new OwnerProcess([dataDir, 'server']);
    const url = await owner.hears('url');
    await query(url, 'create table note as select 7 as number');
    const endless = `do $$ begin loop perform 1; end loop; end $$`;
    const busy = query(url, endless).catch(() => undefined);
    await poll(async () => ((await query(url, working)).length > 0 ? true : undefined), 20_000);
    const [postmaster] = serversIn(dataDir);
    process.kill(postmaster!, 'SIGKILL');
    await owner.kill('SIGKILL');
    claimedBy(dataDir, process.pid);

    const next = await startEmbeddedPostgres({ dataDir, holder: 'server' });
    await busy;
    expect(await query(next.url, 'select number from note')).toEqual([{ number: 7 }]);
    await next.stop();
  });

  it('removes the folder too when it was the owner of a throw-away cluster', async () => {
    const owner = new OwnerProcess([]);
    const url = await owner.hears('url');
    const folder = await clusterFolder(url);
    await owner.kill('SIGKILL');
    expect(await poll(() => (existsSync(folder) ? undefined : true), 20_000)).toBe(true);
  });
});

const working = `select from pg_stat_activity where state = 'active' and query like 'do $$%'`;

/** As after a reboot: the number in the file is that of a process which has nothing to do with it. */
function claimedBy(dataDir: string, pid: number): void {
  const path = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^\d+/, String(pid)));
}
