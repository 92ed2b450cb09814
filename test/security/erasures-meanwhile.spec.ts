import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SnapshotRepository } from '../../src/cli/backup/snapshot.repository.js';
import { PersonErasureService } from '../../src/features/person/person-erasure.service.js';
import { aCommand, ended } from '../support/processes/command-process.js';
import { EmptySlot, typesAt } from '../support/schools/backups.js';
import { aPerson } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

/* The nightly backup begins while somebody is being erased, or somebody is erased while it begins: it has them still. */

const dataDir = mkdtempSync(join(tmpdir(), 'erasures-meanwhile-'));
let t: TestApp;

beforeAll(async () => {
  t = await startTestApp({ dataDir });
  process.env.AUTH_SIGNING_KEY = t.settings.signingKey!;
});
afterAll(async () => {
  await t.close();
  rmSync(dataDir, { recursive: true });
});
afterEach(() => void jest.restoreAllMocks());

/** In a process of its own, beside one that is held up here. */
const meanwhile = (...argv: string[]) =>
  ended(aCommand(argv, { DATABASE_URL: t.databaseUrl, DATA_DIR: dataDir }));

async function emailsIn(backup: string): Promise<string[]> {
  const slot = await EmptySlot.make();
  const list = join(dataDir, 'erasures.jsonl');
  expect((await slot.types('restore', backup, '--into-empty', '--erasures', list)).status).toBe(0);
  const users = await slot.database.dataSource.query<{ email: string }[]>('select email from users');
  await slot.remove();
  return users.map(({ email }) => email);
}

describe('a person who is erased', () => {
  it('stays away though a backup has begun between the note and the erasure', async () => {
    const { email } = await aPerson(t);
    const backup = join(dataDir, 'between.backup');
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own service below
    const erase = PersonErasureService.prototype.erase;
    jest.spyOn(PersonErasureService.prototype, 'erase').mockImplementationOnce(async function (
      this: PersonErasureService,
      given,
    ) {
      expect(await meanwhile('backup', backup)).toMatchObject({ status: 0, stderr: '' });
      return erase.call(this, given);
    });
    const erased = await typesAt(t.databaseUrl, dataDir, [
      ...['person', 'erase', '--email', email, '--confirm', '--json'],
    ]);
    expect(erased).toMatchObject({ status: 0, json: { erased: { users: 1 } } });
    expect(await emailsIn(backup)).not.toContain(email);
  }, 60_000);

  it('stays away though a backup that has them still is looking at the tables', async () => {
    const { email } = await aPerson(t);
    const backup = join(dataDir, 'looking.backup');
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own repository below
    const within = SnapshotRepository.prototype.within;
    jest.spyOn(SnapshotRepository.prototype, 'within').mockImplementationOnce(function (
      this: SnapshotRepository,
      work,
      schoolId,
    ) {
      return within.call(
        this,
        async (snapshot) => {
          const erased = await meanwhile('person', 'erase', '--email', email, '--confirm');
          expect(erased).toMatchObject({ status: 0, stderr: '' });
          return work(snapshot);
        },
        schoolId,
      );
    });
    expect(await typesAt(t.databaseUrl, dataDir, ['backup', backup])).toMatchObject({ status: 0 });
    expect(await emailsIn(backup)).not.toContain(email);
  }, 60_000);
});
