import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AppSettings } from '../../src/platform/config/settings.js';
import { OperatorModule } from '../../src/cli/operator.module.js';

/** What the operator's commands use, on the database of these settings. It has to be closed. */
export const operatorServices = (settings: AppSettings): Promise<INestApplicationContext> =>
  NestFactory.createApplicationContext(OperatorModule.with(settings), { logger: false });
