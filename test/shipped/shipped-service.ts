import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/platform/config/project-root.js';
import { poll } from '../../src/dev/embedded/postmaster.js';
import { signInAtDocs } from '../support/sign-in/docs-sign-in.js';
import { freePort } from '../support/processes/free-port.js';

/** A running service with the demo school, as a stranger sees it, whatever it was started from. */
export interface Site {
  url: string;
  /** The line of the banner that the tour begins with. */
  pasted: string;
  /** Of every demo account. */
  password: string;
  /** Address of the calendar feed that the banner shows. */
  feedUrl: string;
  /** Texts of all mails so far. */
  mails: () => string[];
}

export interface ShippedService extends Site {
  /** SIGTERM to `npm start`. */
  stop(): Promise<{ status: number | null; stillRunning: string[] }>;
}

/** Installing and building are part of it. */
const BANNER_MS = 240_000;

export const aDataDir = (): { path: string; remove(): void } => {
  const path = mkdtempSync(join(tmpdir(), 'school-directory-shipped-'));
  // PostgreSQL's user can enter it, too: elsewhere its data would stay (src/dev/embedded/cluster-location.ts).
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};

/** What a stranger has: no variable of ours, and nothing that the npm above us has set. */
export const strangersEnv = (): Record<string, string> => ({
  PATH: process.env.PATH!,
  HOME: process.env.HOME ?? '/',
});

/** `npm start` of this folder, until the banner is there. */
export async function startShipped(
  dataDir: string,
  env: Record<string, string> = {},
  mails = () => writtenMails(dataDir),
): Promise<ShippedService> {
  const port = await freePort();
  const npm = spawn('npm', ['start'], {
    cwd: PROJECT_ROOT,
    env: { ...strangersEnv(), DATA_DIR: dataDir, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(npm, 'close') as Promise<[number | null]>;
  let output = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = closed.then(([status]) => fail(status, output));
  ended.catch(() => undefined);
  const ready = poll(() => /^curl .*$/m.exec(output)?.[0], BANNER_MS);
  if (!(await Promise.race([ready, ended]))) throw new Error(`There is no banner:\n${output}`);
  const stop = async (): Promise<{ status: number | null; stillRunning: string[] }> => {
    const processes = descendantsOf(npm.pid!);
    npm.kill('SIGTERM');
    const [status] = await closed;
    return { status, stillRunning: processes.filter(isRunning).map(({ command }) => command) };
  };
  return { ...siteOf(output, mails), stop };
}

const fail = (status: number | null, output: string): never => {
  throw new Error(`npm start ended with ${status}:\n${output}`);
};

/** What the banner says. */
export function siteOf(output: string, mails: () => string[]): Site {
  const pasted = /^SITE=.*$/m.exec(output)?.[0] ?? '';
  const password = /^ +parent@demo\.school +(\S+)$/m.exec(output)?.[1] ?? '';
  const url = /^ +API +(\S+)\/api\/v1$/m.exec(output)?.[1] ?? '';
  const feedUrl = /^ +Feed +(\S+)$/m.exec(output)?.[1] ?? '';
  return { url, pasted, password, feedUrl, mails };
}

/** What a service without SMTP_URL has written. */
export function writtenMails(dataDir: string): string[] {
  const folder = join(dataDir, 'mail');
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** An access token of a demo account. */
export async function signIn({ url, password }: Site, email: string): Promise<string> {
  return (await signInAtDocs(url, { email, password })).access_token;
}

interface RunningProcess {
  pid: number;
  parent: number;
  /** Tells a process from a later one with the same number. */
  born: string;
  command: string;
}

/** Where there is /proc; nobody elsewhere. */
function descendantsOf(pid: number): RunningProcess[] {
  const all = everyProcess();
  const below = (parent: number): RunningProcess[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return below(pid);
}

const isRunning = ({ pid, born }: RunningProcess): boolean => processOf(String(pid))?.born === born;

const everyProcess = (): RunningProcess[] =>
  process.platform === 'linux' ? readdirSync('/proc').flatMap((pid) => processOf(pid) ?? []) : [];

function processOf(pid: string): RunningProcess | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    // A zombie has ended.
    if (fields[0] === 'Z') return null;
    return { pid: Number(pid), parent: Number(fields[1]), born: fields[19]!, command };
  } catch {
    return null;
  }
}
