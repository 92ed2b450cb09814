import { afterAll, beforeAll, expect } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { ContentImportService } from '../../../src/imports/content/content-import.service.js';
import { aPerson, aSchool } from '../../support/school.factory.js';
import { race } from '../../support/proofs/rounds.js';
import type { TestApp } from '../../support/test-app.js';
import { startForRace } from '../../support/processes/two-processes.js';
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

const CHILDREN = 20;
const MAX_OF_AN_IMPORT_MS = 40;

race(
  'a parent who hides while the school puts them on file for more children is hidden for all of them',
  async () => {
    const school = await aSchool(t);
    const { token, email } = await school.member('parent', {}, await aPerson(t));
    const guardians = [{ first_name: 'Maria', last_name: 'Park', email }];
    const students = Array.from({ length: CHILDREN }, (_, i) => ({
      source_id: `s-${i}`,
      first_name: 'Ada',
      last_name: 'Park',
      guardians,
    }));
    const put = (count: number) =>
      services
        .get(ContentImportService)
        .run({ document: { students: students.slice(0, count) }, schoolId: school.id });
    await put(1);
    const hide = async () => {
      await setTimeout(Math.random() * MAX_OF_AN_IMPORT_MS);
      return t.api.patch('/me/profile-visibility', { token, body: { profile_visibility: 'name_only' } });
    };
    const [hidden, report] = await Promise.all([hide(), put(CHILDREN)]);
    expect({ status: hidden.status, errors: report.errors }).toEqual({ status: 204, errors: [] });
    expect(
      await t.dataSource.query(
        `select profile_visibility, count(*)::int from guardians where school_id = $1 group by 1`,
        [school.id],
      ),
    ).toEqual([{ profile_visibility: 'name_only', count: CHILDREN }]);
  },
  10,
);
