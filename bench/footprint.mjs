import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../scripts/lib/dist.mjs';
import { freePort } from './free-port.mjs';
import { median } from './http.mjs';
import { ask, processEnv } from './processes.mjs';

const STARTS = 7;
const ASK_EVERY_MS = 5;
const MAX_MS = 30_000;
const MAIN = fileURLToPath(new URL('../dist/src/main.js', import.meta.url));

/** The most memory that the process ever had, in MB of 10^6 bytes: VmHWM where there is /proc. */
export async function peakMemory({ child }) {
  const { peakKib } = await ask(child, { peak: true });
  return (peakKib * 1024) / 1e6;
}

/** From the start of the process until /readyz says so, in milliseconds, on a database that is there: as by `npm start`. */
export async function measureStart(env, say) {
  say(`start, ${STARTS} times`);
  const withCache = { ...compileCache(), ...env };
  // Fills the compile cache.
  await oneStart(withCache);
  const starts = [];
  for (let i = 0; i < STARTS; i += 1) starts.push(await oneStart(withCache));
  return median(starts);
}

async function oneStart(env) {
  const port = await freePort();
  const start = performance.now();
  const child = spawn(process.execPath, [MAIN], {
    env: processEnv({ ...env, HOST: '127.0.0.1', PORT: String(port) }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}`);
      if (performance.now() - start > MAX_MS) throw new Error('The service is not ready after 30 seconds');
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
    return performance.now() - start;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

const isReady = (port) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
