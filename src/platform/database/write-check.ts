import { performance } from 'node:perf_hooks';
import { queryOnce } from './query-once.js';

/** Milliseconds that a result is good for: while writes are refused, somebody waits to see them work again. */
const GOOD_FOR_MS = { writable: 5_000, refused: 1_000 };

/** PostgreSQL, appendix A: read-only transaction, disk full, I/O error. */
const REFUSES_WRITES = /^(25006|53100|58030)$/;

/**
 * On a connection of its own, for a new one is what a changed default tells. A function's rows beyond `work_mem` go to a
 * file on the disk of the database, which costs milliseconds and no row of any table: on a full disk it fails (53100).
 */
const QUESTION = `
  select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly", count(*)
  from (select set_config('work_mem', '64kB', true) as size offset 0) small,
    generate_series(1, 20000 + 0 * length(small.size))`;

/** Whether the database takes writes, as of a few seconds ago. It waits for no lock and writes no row. */
export class WriteCheck {
  private queriedAt = -Infinity;
  private inFlight: Promise<void> | undefined;
  private lastResult: boolean | undefined;

  constructor(private readonly url: string) {}

  /** Only the first caller waits: later ones hear the last result while it is asked again. */
  async isWritable(): Promise<boolean> {
    const goodFor = this.lastResult === false ? GOOD_FOR_MS.refused : GOOD_FOR_MS.writable;
    if (performance.now() - this.queriedAt > goodFor) this.inFlight ??= this.ask();
    if (this.lastResult === undefined) await this.inFlight;
    return this.lastResult ?? true;
  }

  /** Unwritable is what says so: whether the database answers at all is seen on the connections in use. */
  private async ask(): Promise<void> {
    this.queriedAt = performance.now();
    this.lastResult = await queryOnce<{ isReadOnly: boolean }>(this.url, QUESTION).then(
      ({ isReadOnly }) => !isReadOnly,
      (error: { code?: string }) => (REFUSES_WRITES.test(error.code ?? '') ? false : this.lastResult),
    );
    this.inFlight = undefined;
  }
}
