import { OperatorError, SettingsError } from './operator.error.js';
import { UnavailableError } from './app-error.js';
import { describeDatabaseError, isDatabaseOutage } from './database-faults.js';

const NO_ANSWER = 'A service that this needs does not answer: the command "doctor" says which one.';

/**
 * What an operator reads when a start or a command fails: the reason, and never a secret. One line; where the database
 * refused, a second one with the remedy.
 */
export function startupErrorLine(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  if (error instanceof UnavailableError) return NO_ANSWER;
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT') {
    return `DATABASE_URL should be a PostgreSQL that answers (${String(code)}).`;
  }
  const ofTheDatabase = describeDatabaseError(error);
  if (ofTheDatabase) return ofTheDatabase;
  if (isDatabaseOutage(error))
    return `The connection to the database broke (${codeOf(error)}).\n${RUN_AGAIN}`;
  const { name, stack } = error as Error;
  return `${name}: unexpected failure ${where(stack)}`;
}

const RUN_AGAIN = 'Run it again when the database answers: "doctor" says whether it does.';

const codeOf = ({ code, name }: Error & { code?: string }): string => code ?? name;

/** A driver's message may quote data: the place is told instead. */
const where = (stack: string | undefined): string =>
  stack
    ?.split('\n')
    .find((line) => line.trimStart().startsWith('at '))
    ?.trim() ?? '';

/** What nobody could listen on, as the settings have it. */
interface ListenAddress {
  setting: 'PORT' | 'METRICS_PORT';
  port: number;
}

/**
 * For whoever listens: what its error says of the settings.
 * @throws SettingsError that names the port, or HOST
 */
export function refuseToListen(error: unknown, { setting, port }: ListenAddress): never {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    throw new SettingsError(`${setting} should be a free one: something listens on ${port} already.`);
  if (code === 'EACCES') throw new SettingsError(`${setting} should be one that this user may listen on.`);
  if (code === undefined) throw error;
  throw new SettingsError(`HOST should be an address of this machine, or 0.0.0.0 for all of them (${code}).`);
}
