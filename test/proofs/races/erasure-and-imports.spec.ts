import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import {
  holdOffAllImports,
  lockImportsOfSchool,
} from '../../../src/platform/import-history/import-locks.repository.js';
import { PersonErasureService } from '../../../src/features/person/person-erasure.service.js';
import { ContentImportService } from '../../../src/imports/content/content-import.service.js';
import { aSchool } from '../../support/school.factory.js';
import { untilWaiting } from '../../support/database/lock-waits.js';
import type { TestApp } from '../../support/test-app.js';
import { startForRace } from '../../support/processes/two-processes.js';
import { race } from '../../support/proofs/rounds.js';
import { operatorServices } from '../../support/operator-services.factory.js';

let t: TestApp;
let services: INestApplicationContext;
beforeAll(async () => {
  t = await startForRace();
  services = await operatorServices(t.settings);
});
afterAll(async () => {
  await services.close();
  await t.close();
});

/** Those of one number: of two is what every write of a school shares. */
const STORED = `select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
  and database = (select oid from pg_database where datname = current_database())`;

const many = async (statement: string): Promise<number> =>
  (await t.dataSource.query<unknown[]>(statement)).length;

const erase = (email: string) => services.get(PersonErasureService).erase(email);
const importInto = (schoolId: string) =>
  services.get(ContentImportService).run({
    document: { students: [{ source_id: '1', first_name: 'Ada', last_name: 'Park' }] },
    schoolId,
  });

describe('an erasure', () => {
  race('waits for an import that is under way, and sees what it has brought', async () => {
    const [school, elsewhere] = [await aSchool(t), await aSchool(t)];
    const [{ email }, child] = [await school.parent(), await elsewhere.student()];
    const erasure = await t.dataSource.transaction(async (manager) => {
      await lockImportsOfSchool(manager, elsewhere.id);
      const begun = erase(email);
      await untilWaiting(t.dataSource);
      await manager.query(
        `insert into guardians (school_id, student_id, first_name, last_name, email, relation, source, source_id, created_at)
         values ($1, $2, 'Maria', 'Park', $3, 'mother', 'content', 'm', now())`,
        [elsewhere.id, child.id, email],
      );
      return { begun };
    });
    expect(await erasure.begun).toMatchObject({ erased: { users: 1, guardians: 1 } });
  });

  race('lets no import begin, not even of a school that was made meanwhile', async () => {
    let isImported = false;
    const importing = await t.dataSource.transaction(async (manager) => {
      await holdOffAllImports(manager);
      const school = await aSchool(t);
      const begun = importInto(school.id).finally(() => (isImported = true));
      await untilWaiting(t.dataSource);
      expect(isImported).toBe(false);
      return { begun };
    });
    expect((await importing.begun).errors).toEqual([]);
  });

  race('takes one lock for all imports, however many schools there are', async () => {
    const schools = await Promise.all(Array.from({ length: 5 }, () => aSchool(t)));
    const { email, userId } = await schools[0]!.parent();
    const erasure = await t.dataSource.transaction(async (manager) => {
      await manager.query('select from users where id = $1 for key share', [userId]);
      const begun = erase(email);
      let held = 0;
      while (held === 0) held = await many(STORED);
      expect(held).toBe(1);
      return { begun };
    });
    expect(await erasure.begun).toMatchObject({ erased: { users: 1 } });
  });
});

describe('two imports', () => {
  race('of different schools do not wait for each other', async () => {
    const [school, other] = [await aSchool(t), await aSchool(t)];
    const report = await t.dataSource.transaction(async (manager) => {
      await lockImportsOfSchool(manager, school.id);
      return importInto(other.id);
    });
    expect(report.errors).toEqual([]);
  });
});
