import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { types, type CommandOutcome } from './operator.js';

interface Typed {
  argv: string[];
  stdin: string;
  folder: string;
  environment: Record<string, string>;
}

/**
 * A folder for PATH with an `npm` whose operator commands are run by this process, as they are typed and one at a time:
 * a process of its own for each takes seconds to load.
 */
export async function npmDesk(): Promise<{ folder: string; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'school-directory-npm-'));
  const server = createServer((request, response) => {
    void runTyped(request).then((outcome) => response.end(JSON.stringify(outcome)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  writeFileSync(join(folder, 'npm'), script(port), { mode: 0o755 });
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, close };
}

async function runTyped(request: IncomingMessage): Promise<CommandOutcome> {
  const { argv, stdin, folder, environment } = (await json(request)) as Typed;
  const before = { folder: process.cwd(), environment: { ...process.env } };
  Object.assign(process.env, environment);
  process.chdir(folder);
  try {
    return await types(argv, stdin);
  } finally {
    process.chdir(before.folder);
    for (const name of Object.keys(environment)) delete process.env[name];
    Object.assign(process.env, before.environment);
  }
}

const script = (port: number): string => `#!/usr/bin/env node
const [run, silent, name, dashes, ...argv] = process.argv.slice(2);
if ([run, silent, name, dashes].join(' ') !== 'run --silent cli --') {
  console.error('This is not expected here: npm ' + process.argv.slice(2).join(' '));
  process.exit(64);
}
const stdin = argv.includes('--password-stdin') ? require('node:fs').readFileSync(0, 'utf8') : '';
const typed = { argv, stdin, folder: process.cwd(), environment: process.env };
fetch('http://127.0.0.1:${port}', { method: 'POST', body: JSON.stringify(typed) })
  .then((answer) => answer.json())
  .then(({ status, stdout, stderr }) => {
    process.stdout.write(stdout);
    process.stderr.write(stderr);
    process.exitCode = status;
  });
`;
