import type { INestApplicationContext } from '@nestjs/common';
import { Clock } from '../../src/platform/clock/clock.js';
import type { ContentFile } from '../../src/imports/content/content-file.schema.js';
import { ContentImportService } from '../../src/imports/content/content-import.service.js';
import type { ImportReport } from '../../src/platform/import-report.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { removeTemporaryFolders } from './temporary-folder.js';
import { operatorServices } from '../support/operator-services.factory.js';

export interface ImportApp extends TestApp {
  /** What the command line uses. */
  services: INestApplicationContext;
  bring(schoolId: string, document: ContentFile): Promise<ImportReport>;
}

/** The application, and an operator who brings it content files. */
export async function startImportApp(): Promise<ImportApp> {
  const t = await startTestApp();
  const services = await operatorServices(t.settings);
  // One time for both.
  services.get(Clock).now = () => t.clock.now();
  const close = async (): Promise<void> => {
    await services.close();
    await removeTemporaryFolders();
    await t.close();
  };
  const bring = (schoolId: string, document: ContentFile): Promise<ImportReport> =>
    services.get(ContentImportService).run({ document, schoolId });
  return { ...t, services, close, bring };
}
