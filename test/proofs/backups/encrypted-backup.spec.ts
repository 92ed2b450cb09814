import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { ArchiveReader } from '../../../src/cli/backup/archive-reader.js';
import { BrokenBackupError } from '../../../src/cli/backup/backup-format.js';
import {
  aFullInstallation,
  checksums,
  EmptySlot,
  objectsIn,
  typesAt,
} from '../../support/schools/backups.js';
import { FROM_THERE } from '../../support/schools/school-moves.js';
import { EveryRow } from '../../support/database/every-row.js';

const HAS_AGE = spawnSync('age', ['--version']).error === undefined;
const CHUNK = 64 * 1024 + 16;

const folder = mkdtempSync(join(tmpdir(), 'school-directory-age-'));
const at = (name: string): string => join(folder, name);
const file = at('whole.age');
let recipient: string;
let secret: string;
let source: Awaited<ReturnType<typeof aFullInstallation>>;
let place: EmptySlot;
let empty: EveryRow;
let bytes: Buffer;

const backUp = (...argv: string[]) =>
  typesAt(source.t.databaseUrl, source.dataDir, ['backup', ...argv, '--json']);
const restore = (path: string, ...argv: string[]) =>
  place.types('restore', path, '--into-empty', ...argv, '--json');

beforeAll(async () => {
  source = await aFullInstallation();
  process.env.AUTH_SIGNING_KEY = source.t.settings.signingKey!;
  secret = await generateX25519Identity();
  recipient = await identityToRecipient(secret);
  writeFileSync(at('key.txt'), `# created: some day\n# public key: ${recipient}\n${secret}\n`);
  writeFileSync(at('other.txt'), `${await generateX25519Identity()}\n`);
  writeFileSync(at('empty.txt'), 'nothing\n');
  writeFileSync(at('broken.txt'), `${secret.slice(0, -6)}AAAAAA\n`);
  expect(await backUp(file, '--recipient', recipient)).toMatchObject({ status: 0, stderr: '' });
  bytes = readFileSync(file);
  place = await EmptySlot.make();
  empty = await EveryRow.of(place.database.dataSource);
}, 120_000);
afterAll(async () => {
  await source.close();
  await place.remove();
  rmSync(folder, { recursive: true });
});

async function expectNothingChanged(): Promise<void> {
  expect(empty.lackedBy(await EveryRow.of(place.database.dataSource))).toEqual({});
  expect(objectsIn(place.dataDir)).toEqual([]);
}

describe('backup --recipient', () => {
  it.each(['age1short', 'ssh-ed25519 AAAA', ''])(
    'refuses %p as a recipient, before anything is read',
    async (key) => {
      const { status, stderr } = await backUp(at('refused.age'), '--recipient', key);
      expect(status).toBe(2);
      expect(stderr).toContain('--recipient should be the public key');
    },
  );

  it('repeats nothing of the secret key of somebody who gives that one', async () => {
    const { status, stdout, stderr } = await backUp(at('refused.age'), '--recipient', secret);
    expect(status).toBe(2);
    expect(stdout + stderr).not.toContain(secret.slice(20));
  });

  it('leaves nothing readable in the file', () => {
    expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> X25519 /);
    for (const text of ['manifest.json', 'tables/users', 'School Directory backup', 'PK\u0003\u0004'])
      expect(bytes.includes(text, 'latin1')).toBe(false);
  });
});

describe('restore of an encrypted backup', () => {
  it.each([
    ['without a key', [], /is encrypted: name the file with its key \(--identity FILE\)/],
    [
      'with another key',
      ['--identity', at('other.txt')],
      /No identity in .*other\.txt opens .*Nothing was changed/,
    ],
    ['with a file without a key', ['--identity', at('empty.txt')], /holds no identity of age/],
    ['with a key that is none', ['--identity', at('broken.txt')], /holds no identity of age/],
    ['with a file that is not there', ['--identity', at('nowhere.txt')], /cannot be read \(ENOENT\)/],
  ])('fails %s', async (_, argv, message) => {
    const { status, stderr } = await restore(file, ...argv);
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('AGE-SECRET-KEY-1Q');
    await expectNothingChanged();
  });

  it('fails where a plain file lies in its place', async () => {
    const plain = at('plain.backup');
    await backUp(plain);
    const { status, stderr } = await restore(plain, '--identity', at('key.txt'));
    expect(status).toBe(1);
    expect(stderr).toContain('is not encrypted, so anybody may have written it');
    await expectNothingChanged();
  });

  it.each<[string, (copy: Buffer) => Buffer]>([
    ['cut by a byte', (copy) => copy.subarray(0, -1)],
    ['cut after a whole chunk', (copy) => copy.subarray(0, copy.indexOf('\n--- ') + 49 + 16 + CHUNK)],
    ['cut in its head', (copy) => copy.subarray(0, 60)],
    ['longer', (copy) => Buffer.concat([copy, Buffer.from('x')])],
    [
      'made of its first chunk twice',
      (copy) => {
        const start = copy.indexOf('\n', copy.indexOf('\n--- ') + 1) + 1 + 16;
        const first = copy.subarray(start, start + CHUNK);
        return Buffer.concat([copy.subarray(0, start), first, first, copy.subarray(start + 2 * CHUNK)]);
      },
    ],
  ])('fails where it is %s, and changes nothing', async (_, change) => {
    writeFileSync(at('changed.age'), change(Buffer.from(bytes)));
    const { status, stdout, stderr } = await restore(at('changed.age'), '--identity', at('key.txt'));
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/ is no whole backup \(.*\)\. Nothing was changed\.\n$/);
    await expectNothingChanged();
  });

  it('fails for one flipped bit, wherever it is', async () => {
    const head = bytes.indexOf('\n--- ') + 50;
    const places = [
      ...Array.from({ length: 20 }, (_, n) => head + Math.floor(((bytes.length - head - 1) * n) / 19)),
      head - 10,
    ];
    for (const place of places) {
      const copy = Buffer.from(bytes);
      copy[place]! ^= 1 << (place % 8);
      writeFileSync(at('flipped.age'), copy);
      const checked = ArchiveReader.withChecked(at('flipped.age'), async () => 'whole', at('key.txt'));
      await expect(checked).rejects.toBeInstanceOf(BrokenBackupError);
    }
  });

  it('brings back every row and object', async () => {
    const slot = await EmptySlot.make();
    const whole = await slot.types('restore', file, '--into-empty', '--identity', at('key.txt'), '--json');
    expect(whole).toMatchObject({ status: 0, stderr: '' });
    // Those count what has happened to the lists of a school, and which backups there are, here and there; what an undo needs is in no backup.
    const of = {
      ...{ school_revisions: 'false', backups: 'false' },
      ...{ import_changes: 'false', import_runs: 'false' },
    };
    expect(await checksums(slot.database.dataSource, of)).toEqual(await checksums(source.t.dataSource, of));
    expect(objectsIn(slot.dataDir)).toEqual(objectsIn(source.dataDir));
    await slot.remove();
  });

  it('brings one school to another installation', async () => {
    const [{ id }] = await source.t.dataSource.query<[{ id: string }]>(
      'select id from schools order by id limit 1',
    );
    const one = await backUp(at('one.age'), '--school', id, '--recipient', recipient);
    expect(one).toMatchObject({ status: 0, stderr: '' });
    const slot = await EmptySlot.make();
    const moved = await slot.types(
      'restore',
      at('one.age'),
      ...FROM_THERE,
      '--identity',
      at('key.txt'),
      '--json',
    );
    expect(moved).toMatchObject({ status: 0, stderr: '', json: { school_id: id } });
    await slot.remove();
  });
});

(HAS_AGE ? describe : describe.skip)('the program age (read by Debian’s package age)', () => {
  const age = (...argv: string[]) => spawnSync('age', argv, { encoding: 'utf8' });

  it('opens a backup of ours', async () => {
    const { status, stderr } = age('--decrypt', '-i', at('key.txt'), '-o', at('opened.backup'), file);
    expect([status, stderr]).toEqual([0, '']);
    const maker = await ArchiveReader.withChecked(
      at('opened.backup'),
      async ({ manifest }) => manifest.format_version,
    );
    expect(maker).toBe(1);
  });

  it('seals one that we open', async () => {
    const plain = at('for-age.backup');
    await backUp(plain);
    expect(age('-r', recipient, '-o', at('by-age.age'), plain).status).toBe(0);
    const content = await ArchiveReader.withChecked(
      at('by-age.age'),
      async ({ manifest }) => manifest.format_version,
      at('key.txt'),
    );
    expect(content).toBe(1);
  });
});
