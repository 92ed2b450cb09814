import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { QueryFailedError } from 'typeorm';
import { productTables } from '../../../src/cli/backup/snapshot.repository.js';
import { AUDIT_TABLES } from '../../../src/platform/audit/operation.js';
import { createDataSource } from '../../../src/platform/database/data-source.js';
import { EmptySlot, typesAt } from '../../support/schools/backups.js';
import { figure } from '../../support/proofs/figures.js';
import { databaseUrl, TEMPLATE } from '../../support/database/test-cluster.js';
import { Chance } from '../imports/chance.js';
import { QUIRKS, type Quirk } from './quirks.js';

/** More by BACKUP_DATABASES; each from a seed of its own, so that one alone can be looked at again by BACKUP_SEED. */
const DATABASES = Number(process.env.BACKUP_DATABASES ?? 5);
const FIRST = Number(process.env.BACKUP_SEED ?? 1);
/** As PostgreSQL names them; of the last one the server takes any bytes. */
const ODD = ['LATIN1', 'WIN1252', 'LATIN9', 'EUC_KR', 'SQL_ASCII'];

const folder = mkdtempSync(join(tmpdir(), 'school-directory-backups-'));
const found = { restored: 0, refused: 0 };
const made: string[] = [];
let admin: pg.Client;

beforeAll(async () => {
  admin = new pg.Client(process.env.TEST_POSTGRES_URL);
  await admin.connect();
});
afterAll(async () => {
  for (const name of made) await admin.query(`drop database ${name} with (force)`);
  await admin.end();
  rmSync(folder, { recursive: true });
});

/** With a school in it, in the words that the encoding has. */
async function aDatabase(encoding: string): Promise<{ name: string; url: string; isMade: boolean }> {
  const name = `odd_${randomBytes(6).toString('hex')}`;
  if (encoding === 'UTF8') await admin.query(`create database ${name} template ${TEMPLATE}`);
  else
    await admin.query(
      `create database ${name} template template0 encoding '${encoding}' locale_provider libc locale 'C'`,
    );
  made.push(name);
  const url = databaseUrl(name);
  const dataSource = await createDataSource({ url, poolSize: 1 }).initialize();
  try {
    if (encoding !== 'UTF8') {
      // What was made before it was refused is what there may be.
      const refused = await typesAt(url, folder, ['db', 'migrate']);
      expect([encoding, refused.status, refused.stderr]).toEqual([
        encoding,
        1,
        expect.stringContaining('UTF8'),
      ]);
      await dataSource.runMigrations();
    }
    await dataSource.query(SCHOOL);
    return { name, url, isMade: true };
  } catch (error) {
    if (encoding === 'UTF8' || !(error instanceof QueryFailedError)) throw error;
    return { name, url, isMade: false };
  } finally {
    await dataSource.destroy();
  }
}

const SCHOOL = `
  with made as (insert into schools (name, short_name, time_zone, country, locale)
      values ('Elm', 'elm', 'UTC', 'US', 'en-US') returning id),
    grouped as (insert into categories (school_id, name, color, position) select id, 'News', '#123456', 1 from made)
  insert into students (school_id, source, source_id, first_name, last_name, graduation_year)
  select id, 'content', n::text, 'Ada', 'Ruiz', 2030 from made, generate_series(1, 50) n`;

/** Each row of each table of the product, as a digest. */
async function contentOf(url: string): Promise<Record<string, string>> {
  const dataSource = await createDataSource({ url, poolSize: 1 }).initialize();
  const runner = dataSource.createQueryRunner();
  const content: Record<string, string> = {};
  try {
    await runner.query(
      `set search_path = public; set datestyle = 'ISO'; set timezone = 'UTC'; set bytea_output = 'hex'`,
    );
    for (const { name, columns, isAlone } of await productTables(runner)) {
      if (AUDIT_TABLES.includes(name)) continue;
      const values = columns.map((column) => `"${column}"::text`).join(', ');
      const rows = await runner.manager.query<{ row: unknown }[]>(
        `select array[${values}] as row from ${isAlone ? 'only ' : ''}"${name}"`,
      );
      const texts = rows.map(({ row }) => JSON.stringify(row)).sort();
      content[name] = `${rows.length} ${createHash('sha256').update(texts.join('\n')).digest('hex')}`;
    }
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
  return content;
}

/** No text in any encoding that a database in UTF8 takes. */
const SPOILT: Quirk = {
  name: 'bytes',
  fits: false,
  sql: () => String.raw`update schools set name = E'caf\xe9'`,
};

const chosen = (chance: Chance): Quirk[] => {
  const count = chance.between(1, 3);
  const quirks = new Set<Quirk>();
  while (quirks.size < count) quirks.add(chance.of(QUIRKS));
  return [...quirks];
};

/** Those that cannot be made together, or not in this encoding, are left out. */
async function apply(quirks: Quirk[], chance: Chance, { name, url }: { name: string; url: string }) {
  const client = new pg.Client(url);
  await client.connect();
  const applied: Quirk[] = [];
  for (const quirk of quirks) {
    const done = await client.query(quirk.sql(chance, name)).then(
      () => true,
      () => false,
    );
    if (done) applied.push(quirk);
  }
  await client.end();
  return applied;
}

async function prove(seed: number): Promise<void> {
  const chance = new Chance(seed);
  const encoding = chance.is(0.25) ? chance.of(ODD) : 'UTF8';
  const database = await aDatabase(encoding);
  const applied = await apply(chosen(chance), chance, database);
  const isSpoilt = encoding === 'SQL_ASCII' && (await apply([SPOILT], chance, database)).length > 0;
  const what = `${seed}: ${encoding}, ${applied.map(({ name }) => name).join(', ')}`;
  const file = join(folder, `${seed}.backup`);
  const { status, stderr } = await typesAt(database.url, folder, ['backup', file, '--json']);
  const isGood = !isSpoilt && applied.every((quirk) => quirk.fits);
  const hasToFit = isGood && database.isMade;
  if (status !== 0) {
    expect([what, existsSync(file), hasToFit, stderr]).toEqual([
      what,
      false,
      false,
      expect.stringMatching(/^[A-Z].+\n$/),
    ]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    found.refused += 1;
    return;
  }
  const slot = await EmptySlot.make();
  const restored = await slot.types('restore', file, '--into-empty', '--json');
  expect([what, restored.status, restored.stderr]).toEqual([what, 0, '']);
  expect([what, await contentOf(slot.database.url)]).toEqual([what, await contentOf(database.url)]);
  expect([what, isGood]).toEqual([what, true]);
  await slot.remove();
  rmSync(file);
  found.restored += 1;
}

it(
  'restores each odd database, or refuses it when the backup is made',
  async () => {
    for (let seed = FIRST; seed < FIRST + DATABASES; seed += 1) await prove(seed);
    expect(found.restored + found.refused).toBe(DATABASES);
    // Of a few, all may be of one kind.
    if (DATABASES >= 20) expect([found.restored > 0, found.refused > 0]).toEqual([true, true]);
    figure('Databases with foreign tables, extensions, large objects and odd encodings', DATABASES);
    figure('Restored, row for row', found.restored);
    figure('Refused when the backup was made', found.refused);
    figure('Refused by the restore', 0, '0');
  },
  60_000 + DATABASES * 20_000,
);
