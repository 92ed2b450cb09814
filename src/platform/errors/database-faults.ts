import { types } from 'node:util';

/** An error of PostgreSQL in words for an operator (operations section 4). */
export interface DatabaseFault {
  /** Without a full stop. */
  reason: string;
  remedy: string;
}

interface DatabaseErrorLike {
  code: string;
  severity: string;
  message: string;
  table?: string;
  column?: string;
  constraint?: string;
}

const RUN_AGAIN = 'Nothing was changed: run it again.';

/** The first that fits the SQLSTATE (PostgreSQL, appendix A) counts. */
const FAULTS: [sqlState: RegExp, reason: string, remedy: string][] = [
  [
    /^28/,
    'The database refuses the user or the password',
    'Put the right user and password into DATABASE_URL, special characters as %XX, and look into pg_hba.conf.',
  ],
  [
    /^08P01$/,
    'The way to the database breaks transactions apart, as a pooler in statement mode does',
    'Set pool_mode = transaction in PgBouncer, and let it read its settings again.',
  ],
  [/^3D000$/, 'There is no database of this name', 'Create it, or name another one in DATABASE_URL.'],
  [
    /^25006$/,
    'The database takes no writes',
    'Name the primary in DATABASE_URL, not a standby, and look for default_transaction_read_only.',
  ],
  [/^53100$/, 'The disk of the database is full', 'Make room on it, then run it again.'],
  [
    /^53300$/,
    'The database has no connection left',
    'Lower DATABASE_POOL_SIZE of every process, or raise max_connections, or the limit of this user or database (CONNECTION LIMIT).',
  ],
  [/^53/, 'The database lacks memory or another resource', 'Give it more, then run it again.'],
  [
    /^42501$/,
    'The user of the database lacks a right',
    'Name the owner of the database in DATABASE_URL, or grant the right.',
  ],
  [
    /^42(P01|703|883|704)$/,
    'The database is not migrated',
    'Run the command "db migrate"; "db status" says what is pending.',
  ],
  [
    /^55P03$/,
    'Another transaction holds what this command needs',
    'Run it again when that has ended: pg_stat_activity shows it.',
  ],
  [/^40/, 'Another transaction was in the way', RUN_AGAIN],
  [
    /^57M01$/,
    'The school is at another installation, or moves there at this moment',
    'Give the command there; or run it again, if the move was given up.',
  ],
  [
    /^57014$/,
    'The database ended the statement',
    'Raise statement_timeout for this user, or find out who cancelled it; then run it again.',
  ],
  [/^(57|08)/, 'The database is stopping, starting or away', 'Run it again when it answers.'],
  [/^58/, 'The database cannot use its files', 'Look at its disk and into its log, then run it again.'],
  [
    /^23/,
    'The database refuses a row that breaks a rule of the tables',
    'Nothing was changed. Correct what the rule is about; if you cannot tell, report it with this line.',
  ],
];

const UNKNOWN_FAULT = {
  reason: 'The database refuses a statement',
  remedy: 'Its log has the whole message at this time. Report it with this line.',
};

export function databaseFault(sqlState: string): DatabaseFault {
  const [, reason, remedy] = FAULTS.find(([pattern]) => pattern.test(sqlState)) ?? [];
  return reason && remedy ? { reason, remedy } : UNKNOWN_FAULT;
}

/** Messages that name objects and files, and never a value. */
const WITHOUT_DATA = /^(25006|42(501|P01|703|704|883)|53...|55P03|57...|58...)$/;

/**
 * Two lines: what PostgreSQL refused, with its code, and a remedy. Its message is only told where it cannot quote data,
 * its detail never.
 * @returns null for what is no error of PostgreSQL
 */
export function describeDatabaseError(error: unknown): string | null {
  if (!isDatabaseError(error)) return null;
  const { code, message, table, column, constraint } = error;
  const { reason, remedy } = databaseFault(code);
  const names = Object.entries({ table, column, constraint }).flatMap(([kind, name]) =>
    name ? `${kind} ${name}` : [],
  );
  const said = WITHOUT_DATA.test(code) ? `: ${message}` : '';
  return `${reason} (${[code, conditionName(code), ...names].filter(Boolean).join(', ')})${said}.\n${remedy}`;
}

/** Not by the code alone: EPIPE has five capital letters as well. */
export const isDatabaseError = (error: unknown): error is DatabaseErrorLike =>
  types.isNativeError(error) &&
  typeof (error as Partial<DatabaseErrorLike>).code === 'string' &&
  typeof (error as Partial<DatabaseErrorLike>).severity === 'string';

/** PostgreSQL, appendix A, in words; of a class where the condition is not listed. */
const CONDITIONS: Record<string, string> = {
  '08': 'connection exception',
  '08006': 'connection failure',
  '08P01': 'protocol violation',
  '0A000': 'feature not supported',
  '22': 'data exception',
  '22001': 'string data right truncation',
  '22003': 'numeric value out of range',
  '22007': 'invalid datetime format',
  '22021': 'character not in repertoire',
  '22P02': 'invalid text representation',
  '22P05': 'untranslatable character',
  '23': 'integrity constraint violation',
  '23502': 'not null violation',
  '23503': 'foreign key violation',
  '23505': 'unique violation',
  '23514': 'check violation',
  '25': 'invalid transaction state',
  '25006': 'read only sql transaction',
  '25P02': 'in failed sql transaction',
  '25P03': 'idle in transaction session timeout',
  '28': 'invalid authorization specification',
  '28P01': 'invalid password',
  '3D000': 'invalid catalog name',
  '3F000': 'invalid schema name',
  '40': 'transaction rollback',
  '40001': 'serialization failure',
  '40P01': 'deadlock detected',
  '42': 'syntax error or access rule violation',
  '42501': 'insufficient privilege',
  '42601': 'syntax error',
  '42703': 'undefined column',
  '42704': 'undefined object',
  '42883': 'undefined function',
  '42P01': 'undefined table',
  '42P07': 'duplicate table',
  '53': 'insufficient resources',
  '53100': 'disk full',
  '53200': 'out of memory',
  '53300': 'too many connections',
  '54': 'program limit exceeded',
  '55': 'object not in prerequisite state',
  '55006': 'object in use',
  '55P03': 'lock not available',
  '57': 'operator intervention',
  '57014': 'query canceled',
  '57M01': 'school is being moved',
  '57P01': 'admin shutdown',
  '57P02': 'crash shutdown',
  '57P03': 'cannot connect now',
  '57P04': 'database dropped',
  '58': 'system error',
  '58030': 'io error',
  P0001: 'raise exception',
  XX: 'internal error',
  XX001: 'data corrupted',
  XX002: 'index corrupted',
};

const conditionName = (code: string): string => CONDITIONS[code] ?? CONDITIONS[code.slice(0, 2)] ?? '';

const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND']);
/**
 * PostgreSQL, appendix A: connection exception, read-only transaction (a standby), insufficient resources (a full disk, too
 * many connections), operator intervention, I/O error.
 */
const SQLSTATE = /^(08...|25006|53...|57...|58...)$/;
const DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after)/;
/** TypeORM: the connection broke between two statements of a transaction. */
const BROKEN_TRANSACTION = /^QueryRunner(Provider)?AlreadyReleasedError$/;

/** Whether the error says that the database cannot serve for now, and not that the request was at fault. */
export function isDatabaseOutage(error: unknown): error is Error & { code?: string } {
  // Not instanceof: an error of Node.js itself may belong to another realm.
  if (!types.isNativeError(error)) return false;
  const { code } = error as { code?: unknown };
  return (
    (typeof code === 'string' && (NETWORK.has(code) || SQLSTATE.test(code))) ||
    DRIVER.test(error.message) ||
    BROKEN_TRANSACTION.test(error.name)
  );
}
