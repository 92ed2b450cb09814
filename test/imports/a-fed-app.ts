import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Clock } from '../../src/platform/clock/clock.js';
import { OperatorModule } from '../../src/cli/operator.module.js';
import type { ContentFile } from '../../src/imports/content/content-file.schema.js';
import { ContentImportService } from '../../src/imports/content/content-import.service.js';
import type { ImportReport } from '../../src/platform/import-report.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

export interface ImportApp extends TestApp {
  /** What the command line uses. */
  services: INestApplicationContext;
  bring(schoolId: string, document: ContentFile): Promise<ImportReport>;
}

/** The application, and an operator who brings it content files. */
export async function startImportApp(): Promise<ImportApp> {
  const t = await startTestApp();
  const services = await NestFactory.createApplicationContext(OperatorModule.with(t.settings), {
    logger: false,
  });
  // One time for both.
  services.get(Clock).now = () => t.clock.now();
  const close = async (): Promise<void> => {
    await services.close();
    await t.close();
  };
  const bring = (schoolId: string, document: ContentFile): Promise<ImportReport> =>
    services.get(ContentImportService).run({ document, schoolId });
  return { ...t, services, close, bring };
}
