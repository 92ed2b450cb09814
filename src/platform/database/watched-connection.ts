import { performance } from 'node:perf_hooks';
import type { Client } from 'pg';
import { interceptStatements } from './intercepted-statements.js';

/** PostgreSQL, appendix A: 25006, a write in a read-only transaction. */
const READ_ONLY = '25006';

/**
 * Statements that write when they run outside of a transaction. They are known by their text: a connection cannot be told to
 * refuse them where a pooler gives each transaction another server.
 */
const WRITES = /\b(insert|update|delete|merge|truncate|create|drop|alter|share|nextval|audit_expire)\b/i;

export const isWrite = (text: string): boolean => WRITES.test(text);

/** A write is not sent while no commit is confirmed. Its code is that of a database that takes no writes. */
class WritesSuspendedError extends Error {
  readonly code = READ_ONLY;
}

/** What a connection was closed for. `isDatabaseOutage` knows the code: the caller gets 503. */
class ConnectionEndedError extends Error {
  readonly code = 'ETIMEDOUT';
}

interface Watch {
  areWritesSuspended: boolean;
  /** The server has refused a write although nobody had asked it to. */
  onReadOnly(): void;
}

/** A connection that knows since when it waits, and for what; and that sends no write while writes are suspended. */
export class WatchedConnection {
  /** By `performance.now()`; null while nothing is asked. */
  private busySince: number | null = null;
  /** What was asked last, and whether it stands outside of a transaction. */
  private asked = { text: '', standsAlone: false };
  private isOurReadOnly = false;
  private isDoomed = false;

  constructor(
    private readonly client: Client,
    private readonly watch: Watch,
  ) {
    interceptStatements(client, (statement, send) => this.pass(statement, send));
    client.connection.on('readyForQuery', ({ status }: { status: string }) => this.becomeIdle(status));
    client.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY && !this.isOurReadOnly) this.watch.onReadOnly();
    });
  }

  /** Whether it waits for the answer to one statement for longer than this. */
  hasWaited(ms: number): boolean {
    return this.busySince !== null && performance.now() - this.busySince > ms;
  }

  /** Whether what it waits for is, or ends with, a commit. */
  isCommitting(): boolean {
    const { text, standsAlone } = this.asked;
    return this.busySince !== null && (text === 'COMMIT' || (standsAlone && isWrite(text)));
  }

  isOn(host: string, port: number): boolean {
    return this.client.host === host && this.client.port === port;
  }

  /** Ends it at once: whoever waits for an answer fails. */
  end(reason: string): void {
    this.client.connection.stream.destroy(new ConnectionEndedError(reason));
  }

  /** Ends it as soon as its transaction is over: at once where there is none. */
  drop(): void {
    this.isDoomed = true;
    if (this.busySince === null && this.client.getTransactionStatus() === 'I') this.end('No longer wanted');
  }

  private becomeIdle(status: string): void {
    this.busySince = null;
    if (status === 'I') this.isOurReadOnly = false;
    // The answer is handed over first.
    if (this.isDoomed && status === 'I') setImmediate(() => this.end('No longer wanted'));
  }

  /** The database itself refuses what a transaction writes; what stands alone is refused here. */
  private pass(statement: unknown, send: (statement: unknown) => unknown): unknown {
    const text = textOf(statement);
    const standsAlone = this.client.getTransactionStatus() === 'I';
    const { areWritesSuspended } = this.watch;
    // A long statement is looked through only where it matters.
    if (areWritesSuspended && standsAlone && isWrite(text))
      return Promise.reject(new WritesSuspendedError('Commits are not confirmed'));
    this.busySince = performance.now();
    this.asked = { text, standsAlone };
    if (text !== 'START TRANSACTION') return send(statement);
    this.isOurReadOnly = areWritesSuspended;
    return send(areWritesSuspended ? 'START TRANSACTION READ ONLY' : statement);
  }
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const { text } = statement as { text?: unknown };
  return typeof text === 'string' ? text : '';
}
