import { afterAll, beforeAll, describe } from '@jest/globals';
import { poll } from '../../src/platform/database/embedded/postmaster.js';
import { aDataDir, siteOf, type Site } from '../shipped/shipped-service.js';
import { npmFromSources } from '../support/npm-from-sources.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { testSigningKey } from '../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { describeTour } from './tour.js';

/** From the sources, and with a database of one's own: the program that is shipped is tried in test/shipped, and there all of it. */
describe('a stranger with the demo school, from the sources', () => {
  let database: TestDatabase;
  let npm: ReturnType<typeof npmFromSources>;
  let service: ServiceProcess;
  let site: Site;
  const dataDir = aDataDir();

  beforeAll(async () => {
    [database, npm] = [await createTestDatabase(), npmFromSources()];
    service = await startServiceProcess({
      DEMO: 'true',
      DATABASE_URL: database.url,
      AUTH_SIGNING_KEY: testSigningKey(),
      DATA_DIR: dataDir.path,
    });
    // The banner comes when the service is ready.
    await poll(() => /^SITE=/m.test(service.output()) || undefined, 20_000);
    site = siteOf(service.output(), dataDir.path);
  }, 120_000);

  afterAll(async () => {
    await service.stop();
    await database.drop();
    npm.remove();
    dataDir.remove();
  });

  describeTour(
    () => site,
    () => npm.folder,
  );
});
