import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fromProjectRoot } from '../../../src/platform/config/project-root.js';

export interface Shown {
  /** The paragraph above the block. */
  sentence: string;
  /** The block, word for word. */
  commands: string;
}

export interface Ran extends Shown {
  /** What it printed on both streams. */
  output: string;
  /** Every command that failed, with its status. */
  failed: string[];
}

/**
 * The blocks of shell commands on a page, in their order.
 * @param heading of the one section that is meant; all of them without
 */
export function commandsShown(page: string, heading?: string): Shown[] {
  const text = readFileSync(fromProjectRoot(page), 'utf8');
  const sections = text.split(/^## /m);
  const section =
    heading === undefined ? text : (sections.find((one) => one.startsWith(`${heading}\n`)) ?? '');
  return [...section.matchAll(/([^\n]+(?:\n[^\n]+)*)\n\n```sh\n([^]*?)```/g)].map(
    ([, sentence = '', commands = '']) => ({ sentence, commands }),
  );
}

const [DONE, FAILED] = ['>>>> done', '>>>> failed'];
const TELL_FAILURES = `exec 2>&1
failed() { printf '${FAILED} %s: %s\\n' "$1" "\${2%%$'\\n'*}"; }
trap 'failed "$?" "$BASH_COMMAND"' ERR`;

/**
 * Runs all blocks, one after the other, in one bash, as somebody does who pastes them.
 * @param first what they have typed before
 * @param seen told of all that is printed, while it runs
 * @param user who types; without one it is whoever runs the tests
 */
export async function runShown(
  shown: Shown[],
  {
    first = '',
    env,
    cwd = fromProjectRoot('.'),
    seen = () => undefined,
    user,
  }: {
    first?: string;
    env: Record<string, string>;
    cwd?: string;
    seen?: (output: string) => void;
    user?: { uid: number; gid: number };
  },
): Promise<Ran[]> {
  const blocks = shown.map(({ commands }) => `${commands}\nprintf '\\n${DONE}\\n'`);
  const output = await outputOf([TELL_FAILURES, first, ...blocks].join('\n'), { env, cwd, seen, user });
  const parts = output.split(`\n${DONE}\n`);
  return shown.map((one, at) => {
    const lines = (parts[at] ?? `${FAILED} it was never run`).split('\n');
    const isFailure = (line: string): boolean => line.startsWith(FAILED);
    return {
      ...one,
      output: lines.filter((line) => !isFailure(line)).join('\n'),
      failed: lines.filter(isFailure).map((line) => line.slice(FAILED.length + 1)),
    };
  });
}

async function outputOf(
  script: string,
  {
    env,
    cwd,
    seen,
    user,
  }: {
    env: Record<string, string>;
    cwd: string;
    seen: (output: string) => void;
    user: { uid: number; gid: number } | undefined;
  },
): Promise<string> {
  const as = user && { uid: user.uid, gid: user.gid };
  const shell = spawn('bash', ['-c', script], { env, cwd, ...as, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const text of shell.stdout.setEncoding('utf8')) {
    output += String(text);
    seen(output);
  }
  return output;
}
