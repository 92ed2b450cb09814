import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { parseEnv } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Clock } from '../platform/clock/clock.js';
import { settingsFrom, type AppSettings } from '../platform/config/settings.js';
import { assertUsable } from '../platform/database/database-preflight.js';
import { CommandRefusedError, SettingsError } from '../platform/errors/operator.error.js';
import { OperatorModule } from './operator.module.js';

/**
 * The settings of another installation, as its own `.env` says them and nothing else does.
 * @throws CommandRefusedError when they cannot be read, or name no database server
 */
export async function settingsOfOther(path: string): Promise<AppSettings> {
  const settings = settingsIn(path);
  const { databaseUrl } = settings;
  if (databaseUrl === null)
    throw new CommandRefusedError(
      `${path} names no database (DATABASE_URL): the one that a service starts for itself cannot be reached from here.`,
    );
  await assertUsable(databaseUrl).catch((error: unknown) => {
    throw error instanceof SettingsError ? new CommandRefusedError(`${path}: ${error.message}`) : error;
  });
  return { ...settings, databaseUrl };
}

function settingsIn(path: string) {
  try {
    const given = parseEnv(readFileSync(path, 'utf8'));
    if (!given.S3_BUCKET && !isAbsolute(given.DATA_DIR ?? ''))
      throw new SettingsError(
        'DATA_DIR should be a path from the root, since it is not this installation’s.',
      );
    return settingsFrom(given, { now: new Clock().now().getTime(), terminal: false, signsNothing: false });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = error instanceof SettingsError ? message : `It cannot be read (${String(code)}).`;
    throw new CommandRefusedError(`${path}: ${reason}`);
  }
}

/** Hands over the services of another installation, on its database and its objects. */
export async function withServicesOf<T>(
  settings: AppSettings,
  work: (services: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const services = await NestFactory.createApplicationContext(OperatorModule.with(settings), {
    logger: false,
    abortOnError: false,
  });
  return work(services).finally(() => services.close());
}
