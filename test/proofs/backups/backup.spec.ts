import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AUDIT_TABLES } from '../../../src/platform/audit/operation.js';
import { openPromise } from 'yauzl';
import { SnapshotRepository } from '../../../src/cli/backup/snapshot.repository.js';
import { makeMonths } from '../../../src/platform/database/monthly-partitions.js';
import { ObjectRemovals } from '../../../src/platform/storage/object-removals.service.js';
import { ObjectStore } from '../../../src/platform/storage/object-store.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { anApplication, aPersonWithPassword, TestApplication } from '../../support/application.factory.js';
import {
  aFullInstallation,
  checksums,
  EmptySlot,
  objectsIn,
  typesAt,
} from '../../support/schools/backups.js';
import { aPhoto } from '../../support/files/images.js';
import { PhotoApp } from '../../support/files/photo-app.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

type Installation = Awaited<ReturnType<typeof aFullInstallation>>;

const folder = mkdtempSync(join(tmpdir(), 'school-directory-files-'));
let source: Installation;
let t: TestApp;
let school: TestSchool;
let admin: TestMember;
let photos: PhotoApp;
let photo: { of: string; bytes: Buffer };
let count = 0;
const aFile = (): string => join(folder, `${(count += 1)}.backup`);
const backUp = (file: string) => typesAt(t.databaseUrl, source.dataDir, ['backup', file, '--json']);

beforeAll(async () => {
  source = await aFullInstallation();
  t = source.t;
  process.env.AUTH_SIGNING_KEY = t.settings.signingKey!;
  school = await aSchool(t);
  admin = await school.admin();
  photos = new PhotoApp(t, source.dataDir);
  await wasReadLongAgo();
  const of = `/students/${(await school.student()).id}/photo`;
  await photos.put(of, admin.token, 'image/jpeg', await aPhoto('image/jpeg'));
  photo = { of, bytes: (await photos.show(of, admin.token)).bytes };
}, 120_000);
afterAll(async () => {
  await source.close();
  rmSync(folder, { recursive: true });
});

/** In a month for which an empty installation has no place. */
async function wasReadLongAgo(): Promise<void> {
  const since = new Date(Date.now() - 200 * 86_400_000);
  await makeMonths(t.dataSource.manager, 'disclosures', [since]);
  await t.dataSource.query(
    `insert into disclosures (school_id, subject, subject_id, since, reader_membership_id, reader_role, operation,
       resource_id, unmasked, count, last_at)
     values ($1, 'contact', $2, $3, $2, 'parent', 'getStudent', $2, false, 1, $3)`,
    [school.id, admin.membershipId, since],
  );
}

describe('a backup', () => {
  it('refuses a file that is there, which stays as it is', async () => {
    const file = aFile();
    expect((await backUp(file)).status).toBe(0);
    const before = readFileSync(file);
    expect(await backUp(file)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `${file} is there already: name another file.\n`,
    });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('refuses where nothing can be written, in one line, and leaves nothing', async () => {
    const { status, stderr } = await backUp(join(folder, 'nowhere', 'a.backup'));
    expect([status, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain('cannot be written (ENOENT)');
  });

  it('needs the name of its file', async () => {
    expect((await typesAt(t.databaseUrl, source.dataDir, ['backup'])).status).toBe(2);
  });

  it('writes one file for its owner alone, with a row count a table and the number of objects', async () => {
    const file = aFile();
    const { status, json } = await backUp(file);
    expect(status).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    const [{ n } = { n: 0 }] = await t.dataSource.query<{ n: number }[]>(
      'select count(*)::int as n from students',
    );
    expect(json).toMatchObject({ tables: { students: n }, objects: objectsIn(source.dataDir).length });
    expect(json.missing_objects).toBe(0);
    expect(n).toBeGreaterThan(400);
  });

  it('tells a person its tables in columns', async () => {
    const { stdout } = await typesAt(t.databaseUrl, source.dataDir, ['backup', aFile()]);
    expect(stdout).toMatch(/^table +rows\n/);
    expect(stdout).toMatch(/\nstudents +\d+\n/);
  });

  it('leaves out every secret of the installation, and what is good for minutes alone', async () => {
    const file = aFile();
    await backUp(file);
    const zip = await openPromise(file, { autoClose: false });
    const names: string[] = [];
    for await (const { fileName } of zip.eachEntry()) names.push(fileName);
    zip.close();
    expect(names).toContain('tables/refresh_tokens.copy');
    for (const left of ['migrations', 'attempt_counts', 'school_revisions', 'two_step_challenges'])
      expect(names).not.toContain(`tables/${left}.copy`);
    expect(names.filter((name) => /secret|pem|key\b/.test(name.split('/')[0]!))).toEqual([]);
  });

  it('says of an object that is not in the store that it is missing, and goes on', async () => {
    const student = await school.student();
    await t.dataSource.query(
      `insert into student_photos (student_id, school_id, content_type, width, height, size_bytes, updated_at)
       values ($1, $2, 'image/png', 1, 1, 1, now())`,
      [student.id, school.id],
    );
    const outcome = await typesAt(t.databaseUrl, source.dataDir, ['backup', aFile()]);
    await t.dataSource.query('delete from student_photos where student_id = $1', [student.id]);
    expect(outcome.status).toBe(0);
    expect(outcome.stdout).toContain('1 objects that the database names are not in the object store');
  });
});

describe('while a backup runs', () => {
  it('an object that it has seen stays, and goes with the sweep that comes after', async () => {
    const of = `/students/${(await school.student()).id}/photo`;
    await photos.put(of, admin.token, 'image/png', await aPhoto('image/png'));
    const key = await new SnapshotRepository(t.dataSource).within(async ({ objects }) => {
      const named = objects.find((object) =>
        of.includes(object.key.slice('student-photos/'.length, -4)),
      )!.key;
      expect((await t.api.delete(of, { token: admin.token })).status).toBe(204);
      await t.app.get(ObjectRemovals, { strict: false }).sweep();
      expect(await t.app.get(ObjectStore, { strict: false }).read(named, 1e6)).not.toBeNull();
      return named;
    });
    await t.app.get(ObjectRemovals, { strict: false }).sweep();
    expect(await t.app.get(ObjectStore, { strict: false }).read(key, 1e6)).toBeNull();
  });
});

/** A family in which another guardian has shown the address since one has hidden it. */
const showWhatOneGuardianHides = () =>
  t.dataSource.query(`update users set hides_address = true where id = (
    select m.user_id from memberships m join guardians g on g.membership_id = m.id
    join students s on s.id = g.student_id and s.address_visible limit 1)`);

describe('a backup under load, restored into an empty database', () => {
  it('holds what was committed when it began, and not a row more', async () => {
    const [file, place] = [aFile(), await EmptySlot.make()];
    const app = await anApplication(t);
    const person = await aPersonWithPassword(t);
    await school.parent({}, person);
    await showWhatOneGuardianHides();
    const pair = (await app.signIn(person)).body;
    const writer = aWriter();
    await writer.hasWritten(5);
    const atStart = writer.written;
    const outcome = await backUp(file);
    await writer.hasWritten(writer.written + 1);
    await writer.stop();
    expect(outcome.status).toBe(0);

    expect(await place.types('restore', file, '--into-empty', '--json')).toMatchObject({
      status: 0,
      json: { tables: outcome.json.tables, objects: outcome.json.objects, pending: [] },
    });
    const { dataSource } = place.database;
    const [{ last } = { last: 0 }] = await dataSource.query<{ last: number }[]>(
      `select coalesce(max(phone::int), 0)::int as last from guardians where source = 'writer'`,
    );
    expect(last).toBeGreaterThanOrEqual(atStart);
    expect(last).toBeLessThan(writer.written);
    const left = [
      ...['migrations', 'attempt_counts', 'backups', 'import_changes', 'import_runs', 'school_revisions'],
      'two_step_challenges',
    ];
    const passing = Object.fromEntries(left.map((table) => [table, 'false']));
    const upTo = (source: string, number: string) => `${source} <> 'writer' or ${number}::int <= ${last}`;
    const then = {
      guardians: upTo('source', "case source when 'writer' then phone else '0' end"),
      students: upTo('source', "case source when 'writer' then phone else '0' end"),
      ...passing,
    };
    expect(await checksums(dataSource, passing)).toEqual(await checksums(t.dataSource, then));
    expect(await dataSource.query(`select from pg_trigger where tgenabled <> 'O'`)).toEqual([]);
    expect(await place.types('audit', 'verify', '--json')).toMatchObject({ status: 0, json: { ok: true } });

    const restored = await startTestApp({ dataDir: place.dataDir, signingKey: t.settings.signingKey }, () =>
      Promise.resolve(place.database.url),
    );
    const me = await restored.api.get('/me', { token: pair.access_token });
    expect([me.status, me.body.user.email]).toEqual([200, person.email]);
    const again = new TestApplication(restored, app.clientId, app.clientSecret);
    expect((await again.renew(pair.refresh_token)).status).toBe(200);
    const shown = await new PhotoApp(restored, place.dataDir).show(photo.of, admin.token);
    expect(shown.bytes.equals(photo.bytes)).toBe(true);
    expect(objectsIn(place.dataDir)).toEqual(objectsIn(source.dataDir));
    await restored.close();
    await place.remove();
  }, 120_000);

  /** Two rows a transaction, both with its number. */
  function aWriter() {
    let [running, number] = [true, 0];
    const writing = (async () => {
      while (running) {
        number += 1;
        await t.dataSource.transaction(async (manager) => {
          await manager.query(
            `with one as (insert into students (school_id, source, source_id, first_name, last_name, graduation_year, phone)
               values ($1, 'writer', $2, 'Ada', 'Park', 2030, $2) returning *)
             insert into guardians (school_id, student_id, source, source_id, first_name, last_name, phone, relation)
             select school_id, id, 'writer', $2, 'Ian', E'Park\\t\\\\N\\n\\u20ac', $2, 'father' from one`,
            [school.id, String(number)],
          );
        });
      }
    })();
    const hasWritten = async (wanted: number): Promise<void> => {
      while (number <= wanted) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    const stop = async (): Promise<void> => {
      running = false;
      await writing;
    };
    return {
      hasWritten,
      stop,
      get written() {
        return number;
      },
    };
  }
});

describe('a backup of what was restored', () => {
  it('holds the same tables and objects, byte for byte', async () => {
    const [first, second, place] = [aFile(), aFile(), await EmptySlot.make()];
    await backUp(first);
    await place.types('restore', first, '--into-empty');
    expect((await place.types('backup', second)).status).toBe(0);
    const [one, two] = [await manifestOf(first), await manifestOf(second)];
    // Both commands have their entries.
    for (const { tables } of [one, two])
      for (const name of AUDIT_TABLES) delete (tables as Record<string, unknown>)[name];
    expect(two.tables).toEqual(one.tables);
    expect(two.objects).toEqual(one.objects);
    await place.remove();
  }, 120_000);

  async function manifestOf(file: string): Promise<{ tables: object; objects: object }> {
    const zip = await openPromise(file, { autoClose: false });
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== 'manifest.json') continue;
      const chunks: Buffer[] = [];
      for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
      zip.close();
      return JSON.parse(Buffer.concat(chunks).toString()) as { tables: object; objects: object };
    }
    throw new Error('no manifest');
  }
});
