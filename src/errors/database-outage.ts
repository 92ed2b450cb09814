import { types } from 'node:util';

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
