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
import { startTestApp } from '../../support/test-app.js';

/** What the edits are made with: an application, operator's commands, photos, and a replica that may stand still. */
export interface CursorApp extends ImportApp {
  photos: PhotoApp;
  replica: StreamingReplica;
}

/**
 * Two instances of the service with connections and caches of their own, which are asked in turn, on one database. The second
 * makes its lists of a replica where that keeps up. One clock for both, and for the operator's commands.
 */
export async function startCursorApp(): Promise<CursorApp> {
  const cluster = await startTestCluster();
  const dataDir = mkdtempSync(join(tmpdir(), 'school-directory-cursor-'));
  mkdirSync(join(dataDir, 'objects'));
  const t = await startTestApp({ dataDir });
  const replica = await StreamingReplica.start(t.databaseUrl);
  const databaseReplicaUrls = [replica.urlOf(t.databaseUrl)];
  const second = await createApp({ ...t.settings, databaseReplicaUrls }, t.clock);
  await second.listen(0, '127.0.0.1');
  const services = await operatorServices(t.settings);
  services.get(Clock).now = () => t.clock.now();
  const close = async (): Promise<void> => {
    await services.close();
    second.getHttpServer().closeAllConnections();
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
    api: new ApiClient(t.url, await second.getUrl()),
    photos: new PhotoApp(t, dataDir),
    bring: (schoolId, document) => services.get(ContentImportService).run({ document, schoolId }),
  };
}
