import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clock } from '../../../src/platform/clock/clock.js';
import { ContentImportService } from '../../../src/imports/content/content-import.service.js';
import { createApp } from '../../../src/runtime/server.js';
import type { ImportApp } from '../../imports/a-fed-app.js';
import { removeTemporaryFolders } from '../../imports/temporary-folder.js';
import { ApiClient } from '../../support/api-client.js';
import { StreamingReplica } from '../../support/database/streaming-replica.js';
import { startTestCluster } from '../../support/database/test-cluster.js';
import { PhotoApp } from '../../support/files/photo-app.js';
import { operatorServices } from '../../support/operator-services.factory.js';
import { startBeside } from '../../support/processes/two-processes.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/** What the edits are made with: an application, operator's commands, photos, and a replica that may stand still. */
export interface CursorApp extends ImportApp {
  photos: PhotoApp;
  replica: StreamingReplica;
}

/** What is asked besides the application itself: its address, and how it ends. */
interface SecondInstance {
  url: string;
  close(): Promise<unknown>;
}

/** Reads a replica, and has the clock of the first. */
async function startInstance(t: TestApp, databaseReplicaUrls: string[]): Promise<SecondInstance> {
  const app = await createApp({ ...t.settings, databaseReplicaUrls }, t.clock);
  await app.listen(0, '127.0.0.1');
  const close = (): Promise<void> => {
    app.getHttpServer().closeAllConnections();
    return app.close();
  };
  return { url: await app.getUrl(), close };
}

/** A process of its own, which reads a replica, and whose clock is the real one. */
export async function startProcess(t: TestApp, replicas: string[]): Promise<SecondInstance> {
  const process = await startBeside(t, {
    ...{ DATA_DIR: t.settings.dataDir, DATABASE_REPLICA_URLS: replicas.join(',') },
  });
  return { url: process.url, close: () => process.stop() };
}

/**
 * Two instances of the service with connections and caches of their own, which are asked in turn, on one database. The second
 * makes its lists of a replica where that keeps up. One clock for both, and for the operator's commands.
 */
export async function startCursorApp(startSecond = startInstance): Promise<CursorApp> {
  const cluster = await startTestCluster();
  const dataDir = mkdtempSync(join(tmpdir(), 'school-directory-cursor-'));
  mkdirSync(join(dataDir, 'objects'));
  const t = await startTestApp({ dataDir });
  const replica = await StreamingReplica.start(t.databaseUrl);
  const second = await startSecond(t, [replica.urlOf(t.databaseUrl)]);
  const services = await operatorServices(t.settings);
  services.get(Clock).now = () => t.clock.now();
  const close = async (): Promise<void> => {
    await services.close();
    await second.close();
    await replica.stop();
    await t.close();
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
    await removeTemporaryFolders();
  };
  return {
    ...t,
    ...{ services, replica, close },
    api: new ApiClient(t.url, second.url),
    photos: new PhotoApp(t, dataDir),
    bring: (schoolId, document) => services.get(ContentImportService).run({ document, schoolId }),
  };
}
