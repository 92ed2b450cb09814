import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../src/dev/embedded/embedded-postgres.js';
import { listProcesses } from '../../../src/dev/embedded/processes.js';
import { dataDirs, query, serversIn } from '../../runtime/databases.js';
import { OwnerProcess } from '../../runtime/owner-process.js';

const isRoot = process.getuid?.() === 0;
const asRoot = isRoot ? it : it.skip;
const rootSuffix = isRoot ? '' : ' (skipped: only root can be refused by PostgreSQL or act as somebody else)';

const NOBODY = { uid: 65534, gid: 65534 };
/** As another user the sources have to be readable: not in a folder that only root may enter. */
const isOpen =
  isRoot && spawnSync('test', ['-r', import.meta.filename], { ...NOBODY, cwd: '/' }).status === 0;
const asNobody = isOpen ? it : it.skip;
const nobodySuffix = isOpen || !isRoot ? '' : ' (skipped: no other user may enter this folder)';

const newDataDir = dataDirs();

describe(`users${rootSuffix}`, () => {
  asRoot('does not run PostgreSQL as root', async () => {
    const dataDir = newDataDir();
    const running = await startEmbeddedPostgres({ dataDir, holder: 'server' });
    expect(listProcesses().find(({ pid }) => pid === serversIn(dataDir)[0])?.uid).not.toBe(0);
    await running.stop();
  });

  asRoot('finds a place of its own for a DATA_DIR that only root may enter', async () => {
    const closed = newDataDir('closed');
    mkdirSync(closed, { mode: 0o700 });
    const dataDir = join(closed, 'data');
    const first = await startEmbeddedPostgres({ dataDir, holder: 'server' });
    await query(first.url, 'create table note as select 7 as number');
    await first.stop();
    const { home } = JSON.parse(readFileSync(join(dataDir, 'postgres-location'), 'utf8')) as { home: string };
    const moved = `${dataDir}-moved`;
    renameSync(dataDir, moved);
    const second = await startEmbeddedPostgres({ dataDir: moved, holder: 'server' });
    expect(await query(second.url, 'select number from note')).toEqual([{ number: 7 }]);
    await second.stop();
    rmSync(home, { recursive: true });
  });

  asRoot('takes the database along when its folder is closed later', async () => {
    const folder = newDataDir('closing');
    mkdirSync(folder);
    const dataDir = join(folder, 'data');
    const first = await startEmbeddedPostgres({ dataDir, holder: 'server' });
    await query(first.url, 'create table note as select 7 as number');
    await first.stop();
    chmodSync(folder, 0o700);
    const second = await startEmbeddedPostgres({ dataDir, holder: 'server' });
    expect(await query(second.url, 'select number from note')).toEqual([{ number: 7 }]);
    await second.stop();
    const { home } = JSON.parse(readFileSync(join(dataDir, 'postgres-location'), 'utf8')) as { home: string };
    rmSync(home, { recursive: true });
  });

  asNobody(`runs as an ordinary user, whose data root then leaves to that user${nobodySuffix}`, async () => {
    const folder = newDataDir('nobody');
    mkdirSync(folder, { mode: 0o700 });
    spawnSync('chown', [`${NOBODY.uid}:${NOBODY.gid}`, folder]);
    const owner = new OwnerProcess([join(folder, 'data'), 'server'], NOBODY);
    await owner.hears('url');
    await owner.kill('SIGTERM');
    const running = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), holder: 'command' });
    expect(listProcesses().find(({ pid }) => pid === serversIn(folder)[0])?.uid).toBe(NOBODY.uid);
    await running.stop();
  });
});
