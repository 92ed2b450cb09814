import 'reflect-metadata';
import { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import { run } from '../../../src/cli/run.js';
import { throughPooler } from '../database/pooler.js';
import { createTestDatabase } from '../database/test-database.js';
import { testSigningKey } from '../test-app.js';

export interface CommandOutcome {
  status: number;
  stdout: string;
  stderr: string;
  /** What `--json` printed. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  json: any;
}

export type Operator = Awaited<ReturnType<typeof anOperator>>;

/** Someone at the command line, with a database of their own. */
export async function anOperator() {
  const database = await createTestDatabase();
  const signingKey = testSigningKey();
  Object.assign(process.env, { DATABASE_URL: throughPooler(database.url), AUTH_SIGNING_KEY: signingKey });
  return { ...database, databaseUrl: database.url, signingKey, types };
}

/** What somebody at a terminal types when they are asked; none: they hang up. */
export const atTerminal = (...lines: string[]): Readable =>
  Object.assign(Readable.from(lines.map((line) => `${line}\n`)), { isTTY: true });

/** Types one command; what it prints is caught, and nothing else may be printed. */
export async function types(argv: string[], stdin: string | Buffer | Readable = ''): Promise<CommandOutcome> {
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    jest.spyOn(process[name], 'write').mockImplementation((text) => {
      printed[name] += String(text);
      return true;
    }),
  );
  const input = jest
    .spyOn(process, 'stdin', 'get')
    .mockReturnValue((stdin instanceof Readable ? stdin : Readable.from([stdin])) as typeof process.stdin);
  const status = await run(argv).finally(() => [...spies, input].forEach((spy) => spy.mockRestore()));
  const json: unknown = argv.includes('--json') && printed.stdout ? JSON.parse(printed.stdout) : null;
  return { status, ...printed, json };
}
