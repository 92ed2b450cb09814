import { pipeline } from 'node:stream/promises';
import type { WriteStream } from 'node:tty';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Command, Help } from 'commander';
import { DataSource } from 'typeorm';
import { operatorName, readCommandSettings } from '../platform/config/settings.js';
import { appendCommand } from '../platform/audit/audit-trail.repository.js';
import { currentOperation, type Operation } from '../platform/audit/operation.js';
import { Clock } from '../platform/clock/clock.js';
import { isCalendarDate } from '../platform/http/field-decorators.js';
import { openMigratedDatabase } from '../dev/open-database.js';
import { type JsonMember, jsonPieces } from '../platform/text/json-pieces.js';
import { OperatorModule } from './operator.module.js';

/** The arguments do not fit the command: exit status 2. */
export class UsageError extends Error {}

/** The command has said everything, and ends with this exit status (operations section 4). */
export class EndedWith extends Error {
  constructor(readonly status: number) {
    super(`ended with ${status}`);
  }
}

/** The result of a command: the object for `--json`, and lines for a person. */
export interface CommandResult {
  json: object;
  lines: string[];
}

/** Prints one JSON object with `--json`, the lines otherwise; nothing else ever goes to standard output. */
export function print(command: Command, { json, lines }: CommandResult): void {
  process.stdout.write(
    wantsJson(command) ? `${JSON.stringify(json)}\n` : lines.map((line) => `${fitted(line)}\n`).join(''),
  );
}

/** What is wider than the terminal ends its lines between words. What is indented or broken already stays as it is. */
const fitted = (line: string): string => (/^ |\n/.test(line) ? line : wrapped(line, process.stdout));

/**
 * Prints an object that need not fit into memory, as fast as it is read: with `--json` on one line, else indented. Where it
 * fails half-way it is not closed.
 */
export async function printPieces(command: Command, members: AsyncIterable<JsonMember>): Promise<void> {
  const read: { failure?: unknown } = {};
  const pieces = watched(jsonPieces(members, wantsJson(command) ? '' : '  '), read);
  await pipeline(pieces, process.stdout, { end: false }).catch((error: unknown) => {
    // Where it was not the reading, nobody reads what is printed: `PrintedOutput` says so.
    if ('failure' in read) throw error;
  });
  process.stdout.write('\n');
}

async function* watched(pieces: AsyncIterable<string>, read: { failure?: unknown }): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch (failure) {
    read.failure = failure;
    throw failure;
  }
}

const wantsJson = (command: Command): boolean => command.optsWithGlobals<{ json?: boolean }>().json === true;

/**
 * Opens the database, hands over the services, and ends everything again.
 * @param open `openDatabase` for what does not want the tables brought up to date first
 * @param read `readSettings` for what signs
 */
export async function withServices<T>(
  work: (services: INestApplicationContext) => Promise<T>,
  { open = openMigratedDatabase, read = readCommandSettings } = {},
): Promise<T> {
  const database = await open(read(), 'command');
  try {
    const services = await NestFactory.createApplicationContext(OperatorModule.with(database.settings), {
      logger: false,
      abortOnError: false,
    });
    try {
      tellTime(services.get(Clock));
      const result = await work(services);
      await appendCommand(services.get(DataSource));
      return result;
    } finally {
      await services.close();
    }
  } finally {
    await database.close();
  }
}

/** The entry of a command has the time of the installation's clock. */
function tellTime(clock: Clock): void {
  const operation = currentOperation();
  if (operation) operation.now = () => clock.now();
}

/** The operation of a command for the audit trail; its name and reason are known once it is parsed. */
export const operationByOperator = (): Operation => ({
  name: '',
  actor: { kind: 'operator', id: null, operator: operatorName(), reason: null },
  source: '',
  now: () => new Clock().now(),
  schoolIds: [],
  item: null,
  entries: 0,
  over: false,
});

/** Before the action: which command it is, and why it is given. */
export function nameOperation(operation: Operation, command: Command): void {
  const words: string[] = [];
  for (let at: Command | null = command; at?.parent; at = at.parent) words.unshift(at.name());
  const { confirm, dryRun, reason } = command.opts<{
    confirm?: boolean;
    dryRun?: boolean;
    reason?: string;
  }>();
  operation.name = [...words, ...(confirm ? ['--confirm'] : []), ...(dryRun ? ['--dry-run'] : [])].join(' ');
  operation.actor.reason = reason ?? null;
}

/** A few words. @throws UsageError */
export function reasonGiven(value: string): string {
  const text = value.trim().replace(/\s+/g, ' ');
  if (text === '' || text.length > MAX_REASON)
    throw new UsageError(`--reason should be a few words, up to ${MAX_REASON} characters.`);
  return text;
}

const MAX_REASON = 200;

/** A parser of `YYYY-MM-DD`, for an option. It throws UsageError. */
export const dayOf =
  (option: string) =>
  (value: string): string => {
    if (!isCalendarDate(value)) throw new UsageError(`${option} should be a date such as 2027-08-01.`);
    return value;
  };

/** A parser of a day, or of a moment with its offset: without one it would be that of this machine. It throws UsageError. */
export const momentOf =
  (options: string) =>
  (value: string): Date => {
    const date = new Date(value);
    if (!/^\d{4}-\d\d-\d\d(T.*(Z|[+-]\d\d:\d\d))?$/.test(value) || Number.isNaN(date.getTime()))
      throw new UsageError(
        `${options} should be a date or a date-time with an offset, such as 2026-11-26T08:00:00Z.`,
      );
    return date;
  };

/**
 * Rows of the same shape in columns for a person to read; one below the other where the terminal is too narrow for them.
 * What is no terminal, such as a file, gets columns.
 */
export function table(rows: object[]): string[] {
  const [first] = rows;
  if (!first) return ['None.'];
  const names = Object.keys(first);
  const cells = [names, ...rows.map((row) => Object.values(row).map((value) => String(value ?? '')))];
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => inColumns(row, widths));
  const { isTTY, columns } = process.stdout;
  if (!isTTY || Math.max(...lines.map((line) => line.length)) <= columns) return lines;
  const indent = Math.max(...names.map((name) => name.length));
  return cells
    .slice(1)
    .flatMap((row, at) => [
      ...(at > 0 ? [''] : []),
      ...row.flatMap((cell, column) => (cell === '' ? [] : [inColumns([names[column]!, cell], [indent])])),
    ]);
}

const inColumns = (cells: string[], widths: number[]): string =>
  cells
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join('  ')
    .trimEnd();

/** At blanks, as wide as the terminal; unchanged where nobody looks on. @param indent blanks before each further line */
export function wrapped(text: string, stream: WriteStream, indent = 0): string {
  if (!stream.isTTY) return text;
  const lines = new Help().boxWrap(text, Math.max(stream.columns - indent, 20));
  return lines.replaceAll('\n', `\n${' '.repeat(indent)}`);
}
