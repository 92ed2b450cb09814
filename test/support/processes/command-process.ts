import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fromSources, kept } from '../runner/typescript-hooks.mjs';

const ROOT = new URL('../../../', import.meta.url);

/** An operator command in a process of its own: its streams are real, and it can be killed. */
export function aCommand(argv: string[], env: Record<string, string>): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [...fromSources('src/cli/main.ts', ROOT), ...argv], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, NODE_ENV: 'test', NODE_COMPILE_CACHE: kept, ...env },
  });
}

export interface EndedCommand {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** What it has printed, and its exit status. */
export async function ended(child: ChildProcessWithoutNullStreams): Promise<EndedCommand> {
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text) => (printed[name] += String(text)));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, ...printed };
}
