import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../scripts/lib/dist.mjs';
import { freePort } from './free-port.mjs';
import { median } from './http.mjs';
import { isReady, processEnv } from './processes.mjs';

const STARTS = 7;
const ASK_EVERY_MS = 5;
const MAX_MS = 30_000;
/** Of the kernel's clock, 100 a second. */
const MS_PER_TICK = 10;
const MAIN = fileURLToPath(new URL('../dist/src/main.js', import.meta.url));

/** From the start of the process until /readyz says so, in milliseconds, on a database that is there: as by `npm start`. */
export async function measureStart(env, say) {
  say(`start, ${STARTS} times`);
  const withCache = { ...compileCache(), ...env };
  // Fills the compile cache.
  await startOnce(withCache);
  const starts = [];
  for (let i = 0; i < STARTS; i += 1) starts.push((await startOnce(withCache)).ms);
  return median(starts);
}

/** @returns milliseconds until it is ready, and the processor time (ms) and memory (MB of 10^6 bytes) that it has taken by then */
export async function startOnce(env, main = MAIN) {
  const port = await freePort();
  const start = performance.now();
  const child = spawn(process.execPath, [main], {
    env: processEnv({ ...env, HOST: '127.0.0.1', PORT: String(port) }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    while (!(await isReady(`http://127.0.0.1:${port}`))) {
      if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}`);
      if (performance.now() - start > MAX_MS) throw new Error('The service is not ready after 30 seconds');
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
    return { ms: performance.now() - start, ...takenBy(child) };
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** Of a process, where there is /proc; elsewhere nothing is known. */
function takenBy({ pid }) {
  if (!existsSync(`/proc/${pid}/stat`)) return { cpuMs: NaN, memoryMb: NaN };
  const [, after] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = after.split(' ').slice(11, 13).map(Number);
  const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return { cpuMs: (user + system) * MS_PER_TICK, memoryMb: (Number(kib) * 1024) / 1e6 };
}
