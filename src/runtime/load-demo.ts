import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AppSettings } from '../platform/config/settings.js';
import { OperatorModule } from '../cli/operator.module.js';
import { DemoAccessService } from '../demo/demo-access.service.js';
import { DemoSchoolService } from '../demo/demo-school.service.js';
import { DEMO_SCHOOLS } from '../demo/demo-schools.js';
import { SchoolsService } from '../features/schools/schools.service.js';

/**
 * Loads the demo school where DEMO asks for it; unset means: into an embedded database without any school, and to its
 * end where a start before this one did not come so far. Where DEMO is off, nobody calls.
 */
export async function loadDemoIfConfigured(settings: AppSettings): Promise<void> {
  const context = await NestFactory.createApplicationContext(OperatorModule.with(settings), {
    logger: false,
    abortOnError: false,
  });
  try {
    if (settings.demo !== true && !(await isWanting(context))) return;
    await context.get(DemoSchoolService).load();
    await context.get(DemoAccessService).open();
  } finally {
    await context.close();
  }
}

/** The access to the demo is opened last: where it never was, the loading was not completed, or not begun. */
async function isWanting(context: INestApplicationContext): Promise<boolean> {
  const schools = await context.get(SchoolsService).list();
  const demo = DEMO_SCHOOLS.map(({ shortName }) => shortName);
  if (schools.some(({ short_name }) => !demo.includes(short_name))) return false;
  return !(await context.get(DemoAccessService).wasOpened());
}
