import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, openSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { aCommand, ended } from '../support/processes/command-process.js';
import { anOperator, type Operator } from '../support/processes/operator.js';
import { fromSources } from '../support/runner/typescript-hooks.mjs';

/* What commands print, and what becomes of them where nobody reads it. */

let operator: Operator;
beforeAll(async () => {
  operator = await anOperator();
  await operator.types('school create --name Oak --short-name oak --time-zone UTC'.split(' '));
  await operator.dataSource.query(
    `insert into users (email, email_verified_at, created_at)
     select 'person-' || n || '@example.org', now(), now() from generate_series(1, 20000) n`,
  );
});
afterAll(() => operator.drop());

const environment = () => ({ DATABASE_URL: operator.databaseUrl, AUTH_SIGNING_KEY: operator.signingKey });

/** As `… | head -1`: its reader takes the first bytes, and goes. */
async function readByHead(argv: string[]) {
  const command = aCommand(argv, environment());
  const closed = once(command.stdout, 'data').then(() => command.stdout.destroy());
  const { status, stderr } = await ended(command);
  await closed;
  return { status, stderr };
}

describe('a command whose output nobody reads any more', () => {
  it.each(['user list', 'user list --json', '--help'])(
    'ends in silence: %s',
    async (line) => {
      const { status, stderr } = await readByHead(line.split(' '));
      expect(stderr).toBe('');
      // 141, as of a program that SIGPIPE ends; 0 where all of it was in the pipe before the reader went.
      expect([0, 141]).toContain(status);
    },
    60_000,
  );

  it('says so by its status where there was more', async () => {
    expect(await readByHead(['user', 'list'])).toEqual({ status: 141, stderr: '' });
  }, 60_000);

  it('ends in silence where what it prints is its work', async () => {
    const command = aCommand(['person', 'export', '--email', 'person-1@example.org'], environment());
    command.stdout.destroy();
    expect(await ended(command)).toMatchObject({ status: 141, stderr: '' });
  }, 60_000);

  it('ends when its work is done', async () => {
    const command = aCommand(
      ['school', 'create', '--name', 'Elm', '--short-name', 'elm', '--time-zone', 'UTC'],
      environment(),
    );
    command.stdout.destroy();
    expect(await ended(command)).toMatchObject({ status: 141, stderr: '' });
    expect((await operator.types(['school', 'list', '--json'])).json.schools).toHaveLength(2);
  }, 60_000);
});

(existsSync('/dev/full') ? it : it.skip)(
  'says that what was done could not be printed, where the disk is full',
  async () => {
    const argv = [...fromSources('src/cli/main.ts', new URL('../../', import.meta.url)), 'school', 'list'];
    const command = spawn(process.execPath, argv, {
      env: { PATH: process.env.PATH, NODE_ENV: 'test', ...environment() },
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    });
    let said = '';
    command.stderr!.on('data', (text) => (said += String(text)));
    const [status] = (await once(command, 'close')) as [number];
    expect([status, said]).toEqual([1, 'What was done could not be printed (ENOSPC).\n']);
  },
  60_000,
);

describe('a list', () => {
  const { isTTY, columns } = process.stdout;
  const asTerminal = (of: { isTTY: boolean | undefined; columns: number | undefined }) =>
    Object.assign(process.stdout, of);
  afterAll(() => void asTerminal({ isTTY, columns }));

  it('stands in columns where they fit, and one thing below the other where they do not', async () => {
    await operator.types('membership add --school oak --email ada@example.org --role parent'.split(' '));
    await operator.types('membership add --school oak --email ben@example.org --role parent'.split(' '));
    const list = () => operator.types(['membership', 'list', '--school', 'oak']);
    asTerminal({ isTTY: true, columns: 200 });
    const wide = (await list()).stdout;
    expect(wide.split('\n')[0]).toMatch(/^membership_id +email +name +role/);
    asTerminal({ isTTY: true, columns: 80 });
    const narrow = (await list()).stdout;
    expect(narrow).toMatch(/^email +ada@example\.org$/m);
    expect(Math.max(...narrow.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    asTerminal({ isTTY: false, columns: undefined });
    expect((await list()).stdout).toBe(wide);
  });

  it('breaks sentences between words', async () => {
    asTerminal({ isTTY: true, columns: 80 });
    const { stdout } = await operator.types(
      ['user', 'password', '--email', 'ada@example.org', '--password-stdin'],
      'a long password\n',
    );
    expect(stdout.split('\n').length).toBeGreaterThan(3);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});
