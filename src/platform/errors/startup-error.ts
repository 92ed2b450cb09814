import { OperatorError } from './operator.error.js';
import { UnavailableError } from './app-error.js';
import { describeDatabaseError, isDatabaseOutage } from './database-faults.js';

const NO_ANSWER = 'A service that this needs does not answer: the command "doctor" says which one.';

/**
 * The reason why a start or a command failed, for the operator, and never a secret. One line; where the database refused, a
 * second one with the remedy.
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
