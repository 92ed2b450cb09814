import { NestFactory } from '@nestjs/core';
import type { AppSettings } from '../app.module.js';
import { OperatorModule } from '../cli/operator.module.js';
import { DemoAccessService } from '../demo/demo-access.service.js';
import { DemoSchoolService } from '../demo/demo-school.service.js';
import { SchoolsService } from '../features/schools/schools.service.js';

/** Loads the demo school where DEMO asks for it; unset means: into an embedded database without any school. */
export async function loadDemoIfAsked(settings: AppSettings): Promise<void> {
  if (settings.demo === false) return;
  const context = await NestFactory.createApplicationContext(OperatorModule.with(settings), {
    logger: false,
    abortOnError: false,
  });
  try {
    const isEmpty = (await context.get(SchoolsService).list()).length === 0;
    if (settings.demo !== true && !isEmpty) return;
    await context.get(DemoSchoolService).load();
    await context.get(DemoAccessService).open();
  } finally {
    await context.close();
  }
}
