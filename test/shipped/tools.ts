import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { checker } from '../support/processes/checkers.js';
import { freePort } from '../support/processes/free-port.js';

/** What strangers hold our document against: no dependencies of ours. */
const PACKAGES = {
  redocly: '@redocly/cli@2.77.0',
  spectral: '@stoplight/spectral-cli@6.16.3',
  prism: '@stoplight/prism-cli@5.16.0',
};
export type Tool = keyof typeof PACKAGES;

const programs = new Map<string, string | null>();
for (const [tool, npmPackage] of Object.entries(PACKAGES))
  programs.set(tool, await checker(tool, npmPackage));

/** Whether npm could install it; it said so where it could not. */
export const has = (tool: Tool): boolean => Boolean(programs.get(tool));

/** What it says, and whether all is well. */
export function run(tool: Tool, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(programs.get(tool)!, args, { encoding: 'utf8', env: quiet() });
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
  const prism = spawn(programs.get('prism')!, ['proxy', document, upstream, '--port', String(port)], {
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
