import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { QueryRunner } from 'typeorm';

export interface CopiedTable {
  name: string;
  /** In the order in which their values stand in a row. */
  columns: string[];
  /** Columns of the primary key: the same rows give the same text. */
  key: string[];
  /** The rows of tables that somebody has derived from it are not its own. */
  isAlone?: boolean;
  /** SQL: which of its rows are meant, where it is not all of them. */
  where?: string;
}

/**
 * Whatever the server, the database or the user were told to: the text of a value is the same everywhere, a name means what it
 * means to the migrations, and rows that are to be hidden from this user end the work instead of being left out.
 */
export const SAME_TEXT_EVERYWHERE = `
  set local search_path = public; set local row_security = off;
  set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local xmloption = 'content';
  set local client_encoding = 'UTF8'; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`;

/** Its rows in PostgreSQL's text format (COPY), one line each, as it comes: nothing is gathered. */
export async function* copyOut(runner: QueryRunner, table: CopiedTable): AsyncGenerator<Buffer> {
  const order = table.key.length > 0 ? `order by ${list(table.key)}` : '';
  const query = `select ${list(table.columns)} from ${table.isAlone ? 'only ' : ''}${quoted(table.name)} where ${table.where ?? 'true'} ${order}`;
  const rows = await started(runner, copyTo(`copy (${query}) to stdout`));
  try {
    for await (const chunk of rows.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } finally {
    // A reader that stops early leaves the connection in the middle of an answer, which has to be read to its end.
    rows.resume();
  }
}

/** Adds such rows. */
export async function copyIn(
  runner: QueryRunner,
  table: CopiedTable,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const target = await started(
    runner,
    copyFrom(`copy ${quoted(table.name)} (${list(table.columns)}) from stdin`),
  );
  await pipeline(Readable.from(rows, { objectMode: false }), target);
}

async function started<Stream extends Readable | Writable>(
  runner: QueryRunner,
  stream: Stream,
): Promise<Stream> {
  const connection = (await runner.connect()) as { query(stream: Stream): Stream };
  return connection.query(stream);
}

export const list = (columns: string[]): string => columns.map(quoted).join(', ');

export const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;
