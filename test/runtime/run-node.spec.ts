import { afterEach, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { poll } from '../../src/dev/embedded/postmaster.js';
import { identityOf } from '../../src/dev/embedded/processes.js';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const wrapper = `
  import { runNode } from ${JSON.stringify(pathOf('../../scripts/lib/run-node.mjs'))};
  await runNode([${JSON.stringify(pathOf('./watched-program.mjs'))}]);
`;

let script: ChildProcess;
afterEach(() => void script.kill('SIGKILL'));

describe('a program that a script runs', () => {
  it('ends once when the script is told twice, as npm and the terminal do, and gives its status', async () => {
    const { output } = start();
    await until(() => output().includes('pid'));
    const ended = once(script, 'close');
    script.kill('SIGTERM');
    script.kill('SIGTERM');
    expect(await ended).toEqual([7, null]);
    expect(output().match(/told to end/g)).toHaveLength(1);
  });

  it('ends when the script is killed', async () => {
    const { output } = start();
    await until(() => output().includes('pid'));
    const pid = Number(/pid (\d+)/.exec(output())![1]);
    script.kill('SIGKILL');
    await until(() => output().includes('parent gone') && identityOf(pid) === null);
  });
});

function start() {
  let text = '';
  script = spawn(process.execPath, ['--input-type=module', '--eval', wrapper], {
    env: { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  script.stdout!.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return { output: () => text };
}

async function until(holds: () => boolean): Promise<void> {
  expect(await poll(() => holds() || undefined, 20_000)).toBe(true);
}
