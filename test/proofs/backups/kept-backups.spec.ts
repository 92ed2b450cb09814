import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepingOf, superfluous } from '../../../src/cli/backup/keeping.js';
import { nameOfBackup } from '../../../src/cli/backup/backup-location.js';
import { Bucket } from '../../../src/platform/storage/bucket.js';
import { startS3Server, type S3Server } from '../../storage/stores-under-test.js';
import { EmptySlot } from '../../support/schools/backups.js';

const SITE = 'https://directory.example.org';
const folder = mkdtempSync(join(tmpdir(), 'school-directory-kept-'));
let slot: EmptySlot;
let s3: S3Server;

beforeAll(async () => {
  [slot, s3] = [await EmptySlot.make(), await startS3Server(true)];
  await slot.types('school', 'create', '--name', 'Elm', '--short-name', 'elm', '--time-zone', 'UTC');
  process.env.SITE_URL = SITE;
});
afterAll(async () => {
  delete process.env.SITE_URL;
  for (const name of Object.keys(process.env)) if (name.startsWith('S3_')) delete process.env[name];
  await Promise.all([slot.remove(), s3.close()]);
  rmSync(folder, { recursive: true });
});

const backUp = (...argv: string[]) => slot.types('backup', ...argv, '--json');
const aPlace = (name: string): string => {
  const place = join(folder, name);
  mkdirSync(place);
  return place;
};
const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

describe('which backups are kept', () => {
  it.each(['', 'd', '7', '7d,', '0d', '7d,7d', '-1d', '7y', '7d 4w', '99999d', '1e3d'])(
    'refuses %j',
    (text) => {
      expect(keepingOf(text)).toBeNull();
    },
  );

  it('keeps the newest of each of the last days, weeks and months', () => {
    const all = Array.from({ length: 400 }, (_, days) => {
      const at = new Date(Date.UTC(2026, 10, 27, 3) - days * 86_400_000);
      return { name: at.toISOString(), at };
    });
    const gone = new Set(superfluous(all, keepingOf('7d,4w,12m')!, all[0]!.name).map(({ name }) => name));
    const kept = all.map(({ name }) => name.slice(0, 10)).filter((day) => !gone.has(`${day}T03:00:00.000Z`));
    expect(kept).toEqual([
      ...['2026-11-27', '2026-11-26', '2026-11-25', '2026-11-24', '2026-11-23', '2026-11-22', '2026-11-21'],
      ...['2026-11-15', '2026-11-08', '2026-10-31', '2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30'],
      ...['2026-05-31', '2026-04-30', '2026-03-31', '2026-02-28', '2026-01-31', '2025-12-31'],
    ]);
  });

  it('keeps the one that was made just now, whatever the others say of their time', () => {
    const later = { name: 'later', at: new Date('2030-01-01') };
    const now = { name: 'now', at: new Date('2026-11-27') };
    expect(superfluous([later, now], keepingOf('1d')!, 'now')).toEqual([]);
    expect(superfluous([later, now], keepingOf('1d')!, 'later')).toEqual([now]);
  });
});

describe('backup --to a folder', () => {
  it.each([
    [[], /Name a file, or a place with --to/],
    [['a.backup', '--to', folder], /Name a file, or a place with --to/],
    [['a.backup', '--keep', '7d'], /--keep goes with --to/],
    [['--to', folder, '--keep', 'some'], /such as 7d,4w,12m/],
    [['--to', folder, '--school', 'elm'], /cannot be used with option/],
  ])('refuses %j', async (argv, why) => {
    const { status, stderr } = await backUp(...argv);
    expect(status).toBe(2);
    expect(stderr).toMatch(why);
  });

  it('removes what nobody keeps, of this installation alone, and nothing else', async () => {
    const place = aPlace('rotated');
    const old = [1, 2, 3, 40].map((days) => nameOfBackup(SITE, daysAgo(days), false));
    const others = [
      nameOfBackup('https://other.example.org', daysAgo(40), false),
      'notes.txt',
      'directory.example.org-2026-99-99T00-00-00Z.backup',
    ];
    for (const name of [...old, ...others]) writeFileSync(join(place, name), '');
    const { status, json } = await backUp('--to', place, '--keep', '2d');
    expect(status).toBe(0);
    expect(json.removed).toEqual([old[3], old[2], old[1]].map((name) => join(place, name!)));
    expect(readdirSync(place).sort()).toEqual(
      [...others, old[0]!, (json.backup as string).slice(place.length + 1)].sort(),
    );
    expect(statSync(json.backup).mode & 0o777).toBe(0o600);
  });

  it('removes nothing where the new one could not be made', async () => {
    const place = aPlace('refused');
    const old = [2, 3].map((days) => nameOfBackup(SITE, daysAgo(days), false));
    for (const name of old) writeFileSync(join(place, name), '');
    await slot.database.dataSource.query('alter table categories rename to labels');
    const { status } = await backUp('--to', place, '--keep', '1d');
    await slot.database.dataSource.query('alter table labels rename to categories');
    expect([status, readdirSync(place).sort()]).toEqual([1, old.sort()]);
  });

  it('encrypts, and reads back what only somebody else will be able to open', async () => {
    const place = aPlace('encrypted');
    const secret = await generateX25519Identity();
    const { status, json } = await backUp('--to', place, '--recipient', await identityToRecipient(secret));
    expect([status, json.backup.endsWith('Z.age')]).toEqual([0, true]);
    writeFileSync(join(folder, 'key.txt'), `${secret}\n`);
    const read = await slot.types('restore', json.backup, '--identity', join(folder, 'key.txt'));
    expect(read.stderr).toContain('is whole');
  });
});

describe('backup --to a bucket', () => {
  const place = 's3://objects/kept/backups';
  const useBucket = () => {
    const { bucket, endpoint, region, credentials } = s3.settings;
    Object.assign(process.env, {
      ...{ S3_BUCKET: bucket, S3_REGION: region, S3_ENDPOINT: endpoint },
      S3_ACCESS_KEY_ID: credentials!.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials!.secretAccessKey,
    });
  };

  it('refuses an address that is none, or a bucket that is not there', async () => {
    useBucket();
    expect((await backUp('--to', 's3://B')).stderr).toContain('should be a folder of a bucket');
    expect((await backUp('--to', 's3://nowhere/x')).stderr).toMatch(/s3:\/\/nowhere\/x cannot be used/);
  });

  it('puts it there, removes old ones, and restores from there', async () => {
    useBucket();
    const bucket = new Bucket(place, s3.settings);
    const old = nameOfBackup(SITE, daysAgo(9), false);
    await bucket.writeText(old, '');
    const { status, json, stderr } = await backUp('--to', `${place}/`, '--keep', '1d,1m');
    expect([status, stderr]).toEqual([0, '']);
    expect([status, json.removed]).toEqual([0, [`${place}/${old}`]]);
    expect(await bucket.list()).toEqual([json.backup.slice(place.length + 1)]);
    expect((await slot.types('restore', json.backup)).stderr).toContain('is whole');
    bucket.close();
  });

  it('writes a large file in parts', async () => {
    const bucket = new Bucket('s3://objects/parts', s3.settings, 5 * 1024 * 1024);
    const path = join(folder, 'large');
    const content = Buffer.alloc(11 * 1024 * 1024, 'some');
    writeFileSync(path, content);
    await bucket.writeFile('large', path);
    const read: Buffer[] = [];
    for await (const chunk of bucket.read('large')) read.push(chunk);
    expect(Buffer.concat(read).equals(content)).toBe(true);
    bucket.close();
  });
});
