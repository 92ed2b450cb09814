import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { nameOfBackup } from '../../../src/cli/backup/backup-location.js';
import { Bucket } from '../../../src/platform/storage/bucket.js';
import { startS3Server, type S3Server } from '../../storage/stores-under-test.js';
import { aCommand, ended } from '../../support/processes/command-process.js';
import type { CommandOutcome } from '../../support/processes/operator.js';
import { EmptySlot } from '../../support/schools/backups.js';

/* Nights on which a backup goes wrong: what was there stays, and what is not whole is never taken for a backup. */

const SITE = 'https://directory.example.org';
const folder = mkdtempSync(join(tmpdir(), 'school-directory-nights-'));
/** Only root may mount a file system. */
const small = join(folder, 'small');
mkdirSync(small);
const isMounted =
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', small], { stdio: 'ignore' }).status === 0;
if (!isMounted) process.stderr.write('Skipped: a really full disk, which only root may mount\n');

let slot: EmptySlot;
beforeAll(async () => {
  slot = await EmptySlot.make();
  await slot.types('school', 'create', '--name', 'Elm', '--short-name', 'elm', '--time-zone', 'UTC');
  process.env.SITE_URL = SITE;
});
afterAll(async () => {
  for (const name of ['SITE_URL', 'CLOCK']) delete process.env[name];
  await slot.remove();
  if (isMounted) spawnSync('umount', [small]);
  rmSync(folder, { recursive: true });
});

const aPlace = (name: string): string => {
  const place = join(folder, name);
  mkdirSync(place);
  return place;
};
const HALF_A_DAY_AGO = new Date(Date.now() - 12 * 3_600_000);
const daysAgo = (days: number): string => nameOfBackup(SITE, new Date(Date.now() - days * 86_400_000), false);
const backUp = (place: string, keep = '1d'): Promise<CommandOutcome> =>
  slot.types('backup', '--to', place, '--keep', keep, '--json');
const inProcess = (place: string) =>
  aCommand(['backup', '--to', place, '--keep', '1d', '--json'], {
    ...{ DATABASE_URL: slot.database.url, DATA_DIR: slot.dataDir, SITE_URL: SITE, TMPDIR: tmpdir() },
  });

async function untilThereIs(sql: string): Promise<void> {
  while ((await slot.database.dataSource.query<unknown[]>(sql)).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A backup that comes no further than this table, until the lock is given back. */
async function heldUp<T>(
  place: string,
  then: (command: ReturnType<typeof aCommand>) => Promise<T>,
): Promise<T> {
  const holding = slot.database.dataSource.createQueryRunner();
  await holding.startTransaction();
  await holding.query('lock table categories in access exclusive mode');
  const command = inProcess(place);
  try {
    await untilThereIs(`select 1 from pg_locks where not granted and relation = 'categories'::regclass`);
    return await then(command);
  } finally {
    await holding.rollbackTransaction();
    await holding.release();
  }
}

describe('a backup that is killed', () => {
  it('leaves no backup, and the next one removes what it has left', async () => {
    const place = aPlace('killed');
    writeFileSync(join(place, daysAgo(3)), '');
    await heldUp(place, async (command) => {
      command.kill('SIGKILL');
      await once(command, 'close');
    });
    // As one leaves behind that was killed while it wrote.
    writeFileSync(join(place, `${daysAgo(2)}.0123456789ab.part`), 'half of it');
    writeFileSync(join(place, 'of-somebody-else.part'), '');
    expect((await slot.types('doctor', '--restore', place, '--json')).stdout).not.toContain('.part');
    const { status, json } = await backUp(place);
    expect(status).toBe(0);
    const made = (json.backup as string).slice(place.length + 1);
    expect(readdirSync(place).sort()).toEqual([made, 'of-somebody-else.part'].sort());
    expect((await slot.types('restore', json.backup as string)).stderr).toContain('is whole');
  }, 60_000);
});

describe('two backups at once', () => {
  it('refuses the second, which leaves the first alone', async () => {
    const place = aPlace('two');
    const first = await heldUp(place, async (command) => {
      const second = await backUp(place);
      expect(second).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/^Another backup of this installation is being made/),
      });
      return command;
    });
    expect(await ended(first)).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(place)).toHaveLength(1);
    expect((await backUp(place)).status).toBe(0);
  }, 60_000);
});

(isMounted ? describe : describe.skip)('a full disk', () => {
  it('leaves those of before, and nothing of the new one', async () => {
    const old = daysAgo(3);
    writeFileSync(join(small, old), '');
    expect(await backUp(small)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/cannot be written \(ENOSPC\)\.\n$/),
    });
    expect(readdirSync(small)).toEqual([old]);
  });
});

describe('a wrong clock', () => {
  it('removes none for a backup of long ago, nor those that it has dated in the future', async () => {
    const place = aPlace('clock');
    const old = [1, 2].map(daysAgo);
    for (const name of old) writeFileSync(join(place, name), '');
    process.env.CLOCK = '1999-12-31T23:00:00Z';
    expect((await backUp(place)).json.removed).toEqual([]);
    process.env.CLOCK = '2099-01-01T00:00:00Z';
    expect((await backUp(place, '9d')).json.removed).toEqual([]);
    delete process.env.CLOCK;
    const { json } = await backUp(place);
    expect(json.removed.map((name: string) => name.slice(place.length + 1))).toEqual([
      expect.stringContaining('1999-12-31T23-00-'),
      ...[...old].reverse(),
    ]);
    expect(readdirSync(place).filter((name) => name.includes('2099-01-01'))).toHaveLength(1);
  });

  it('hides from doctor neither how old the newest is, nor that all are dated in the future', async () => {
    const check = async () => {
      const { json } = await slot.types('doctor', '--json');
      return json.checks.find(({ name }: { name: string }) => name === 'backups') as object;
    };
    await slot.database.dataSource.query(`delete from backups where made_at < '2098-01-01'`);
    expect(await check()).toMatchObject({
      status: 'failed',
      message: 'Every backup is dated in the future.',
    });
    await slot.database.dataSource.query(
      `insert into backups (made_at, address, is_encrypted) values (now() - interval '50 hours', '/somewhere', false)`,
    );
    expect(await check()).toMatchObject({ status: 'warning', message: 'The newest backup is 2 days old.' });
    await slot.database.dataSource.query('delete from backups');
  });
});

describe('a store that refuses', () => {
  const place = 's3://objects/nights';
  let s3: S3Server;
  let before: Server;
  /** Methods that the store refuses, as without the right to them. */
  let refused: string[] = [];

  beforeAll(async () => {
    s3 = await startS3Server(true);
    const { port } = new URL(s3.settings.endpoint!);
    before = createServer((request, response) => {
      if (refused.includes(request.method!)) {
        request.resume();
        request.on('end', () => response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>'));
        return;
      }
      const { method, url, headers } = request;
      const passed = ask({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      });
      request.pipe(passed);
    }).listen(0, '127.0.0.1');
    await once(before, 'listening');
    Object.assign(process.env, {
      ...{ S3_BUCKET: 'objects', S3_REGION: 'us-east-1', S3_ACCESS_KEY_ID: 'S3RVER' },
      ...{ S3_SECRET_ACCESS_KEY: 'S3RVER', S3_FORCE_PATH_STYLE: 'true' },
      S3_ENDPOINT: `http://127.0.0.1:${(before.address() as AddressInfo).port}`,
    });
  });
  afterAll(async () => {
    for (const name of Object.keys(process.env)) if (name.startsWith('S3_')) delete process.env[name];
    before.close();
    before.closeAllConnections();
    await s3.close();
  });

  it('leaves nothing on this machine of a backup to it that was killed, once one is made half a day later', async () => {
    process.env.TMPDIR = aPlace('passing');
    await heldUp(place, async (command) => {
      command.kill('SIGTERM');
      await once(command, 'close');
    });
    expect(readdirSync(tmpdir(), { recursive: true })).toContainEqual(
      expect.stringMatching(/backup\.\w+\.part$/),
    );
    const [left] = readdirSync(tmpdir());
    mkdirSync(join(tmpdir(), 'of-somebody-else'));
    expect((await backUp(`${place}/killed`)).status).toBe(0);
    // It might be in use.
    expect(readdirSync(tmpdir()).sort()).toEqual(['of-somebody-else', left]);
    for (const name of readdirSync(tmpdir()))
      utimesSync(join(tmpdir(), name), HALF_A_DAY_AGO, HALF_A_DAY_AGO);
    expect((await backUp(`${place}/killed`)).status).toBe(0);
    expect(readdirSync(tmpdir())).toEqual(['of-somebody-else']);
    delete process.env.TMPDIR;
  }, 60_000);

  it('gets nothing removed while it takes no new one', async () => {
    const bucket = new Bucket(place, s3.settings);
    const old = [2, 3].map(daysAgo);
    for (const name of old) await bucket.writeText(name, '');
    refused = ['PUT', 'POST'];
    const outcome = await backUp(place);
    refused = [];
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    expect(outcome.stderr).toMatch(/^s3:\/\/objects\/nights cannot be used \(AccessDenied\)/);
    expect((await bucket.list()).sort()).toEqual([...old].sort());
    bucket.close();
  });

  it('gets said that the new one is whole where it lets nothing be removed', async () => {
    refused = ['DELETE'];
    const { status, stderr } = await backUp(place);
    refused = [];
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^The backup s3:\/\/objects\/nights\/\S+ is made and whole, but old ones could not be removed/,
      ),
    ]);
    const bucket = new Bucket(place, s3.settings);
    expect(await bucket.list()).toHaveLength(3);
    bucket.close();
  });
});
