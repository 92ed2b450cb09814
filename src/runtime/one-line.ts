import { SettingsError } from '../config/settings.error.js';
import { EmbeddedPostgresError } from '../database/embedded/embedded-postgres.js';
import { NotMigratedError } from '../database/migrate.js';
import { UnavailableError } from '../errors/app-error.js';
import { CommandRefusedError } from '../errors/command-refused.error.js';
import { SigningKeyError } from '../features/identity/signing-keys.js';
import { WorkersError } from './cluster/workers-error.js';

const PLAIN = [
  CommandRefusedError,
  EmbeddedPostgresError,
  NotMigratedError,
  SettingsError,
  SigningKeyError,
  WorkersError,
];

const NO_ANSWER = 'A service that this needs does not answer: the command "doctor" says which one.';

/** What an operator reads when a start or a command fails: the reason, and never a secret. */
export function oneLine(error: unknown): string {
  if (PLAIN.some((kind) => error instanceof kind)) return (error as Error).message;
  if (error instanceof UnavailableError) return NO_ANSWER;
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === '42P01') return new NotMigratedError().message;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT') {
    return `DATABASE_URL should be a PostgreSQL that answers (${String(code)}).`;
  }
  if (code === '28P01' || code === '3D000')
    return `DATABASE_URL should name a database that lets us in (${code}).`;
  const { name, stack } = error as Error;
  return `${name}: unexpected failure ${where(stack)}`;
}

/** A driver's message may quote data: the place is told instead. */
const where = (stack: string | undefined): string =>
  stack
    ?.split('\n')
    .find((line) => line.trimStart().startsWith('at '))
    ?.trim() ?? '';
