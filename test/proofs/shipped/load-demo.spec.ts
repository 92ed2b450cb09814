import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { settingsFrom } from '../../../src/platform/config/settings.js';
import { DemoAccessService } from '../../../src/demo/demo-access.service.js';
import { DEMO_SCHOOLS } from '../../../src/demo/demo-schools.js';
import { SchoolsService } from '../../../src/features/schools/schools.service.js';
import { loadDemoIfConfigured } from '../../../src/runtime/load-demo.js';
import { testSigningKey } from '../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { operatorServices } from '../../support/operator-services.factory.js';

let database: TestDatabase;
let folder: string;
const signingKey = testSigningKey();

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
});
beforeEach(() => database.dataSource.query('truncate schools, users, applications cascade'));
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** As with the embedded database, where DEMO is not set. */
const settings = () => ({
  ...settingsFrom({ DATA_DIR: folder, AUTH_SIGNING_KEY: signingKey }, { now: Date.now(), terminal: false }),
  databaseUrl: database.url,
});
const start = () => loadDemoIfConfigured(settings());
const operator = () => operatorServices(settings());
const schools = async () =>
  (
    await database.dataSource.query<{ short_name: string }[]>('select short_name from schools order by 1')
  ).map(({ short_name }) => short_name);
const DEMO = DEMO_SCHOOLS.map(({ shortName }) => shortName).sort();

it('leaves a database alone that holds a school of somebody', async () => {
  const services = await operator();
  await services.get(SchoolsService).create(DEMO_SCHOOLS[0]!);
  await services
    .get(SchoolsService)
    .create({ name: 'Lincoln', shortName: 'lincoln', timeZone: 'America/Chicago' });
  await services.close();
  await start();
  expect(await schools()).toEqual([DEMO_SCHOOLS[0]!.shortName, 'lincoln']);
});

it('completes a demo of which the first start made no more than a school, and then leaves it alone', async () => {
  const services = await operator();
  await services.get(SchoolsService).create(DEMO_SCHOOLS[0]!);
  await start();
  expect(await schools()).toEqual(DEMO);
  expect(await services.get(DemoAccessService).find()).not.toBeNull();

  // What its visitors do to it stays.
  await database.dataSource.query('delete from menu_entries');
  await start();
  expect(await database.dataSource.query('select from menu_entries')).toEqual([]);
  await services.close();
});
