import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../support/free-port.js';

/** What strangers hold our document against: no dependencies of ours, `.ci/run` installs them beside the project. */
const TOOLS = {
  redocly: '@redocly/cli',
  spectral: '@stoplight/spectral-cli',
  prism: '@stoplight/prism-cli',
};
export type Tool = keyof typeof TOOLS;

/** Whether it is there; says so once where it is not. */
export function has(tool: Tool): boolean {
  if (spawnSync(tool, ['--version'], { stdio: 'ignore', env: quiet() }).status === 0) return true;
  process.stderr.write(`Skipped: what ${tool} says needs it (npm install --global ${TOOLS[tool]})\n`);
  return false;
}

/** What it says, and whether all is well. */
export function run(tool: Tool, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8', env: quiet() });
  return { status, output: stdout + stderr };
}

/** Redocly would ask for its newest version, and say how it is used. */
const quiet = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NO_COLOR: '1',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  REDOCLY_TELEMETRY: 'off',
});

/** Prism before a service: it adds to an answer what of it, and of the request, the document does not allow. */
export async function startPrism(
  document: string,
  upstream: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const prism = spawn('prism', ['proxy', document, upstream, '--port', String(port)], {
    env: quiet(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(prism, 'close');
  await untilItSays(prism, 'Prism is listening');
  const stop = async (): Promise<void> => {
    prism.kill('SIGTERM');
    await ended;
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

async function untilItSays(child: ChildProcess, text: string): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout!.setEncoding('utf8').on('data', (part: string) => {
      said += part;
      if (said.includes(text)) resolve();
    });
    child.once('close', () => reject(new Error(`It ended:\n${said}`)));
  });
}
