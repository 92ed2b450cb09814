/**
 * What a start takes in two versions, in turn, as by `npm start` with its own database: `node bench/starts.mjs OTHER
 * [--rounds 12]`, where OTHER is a checkout of the other version that is built.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { serviceDefaults } from '../scripts/lib/dist.mjs';
import { startOnce } from './footprint.mjs';
import { median } from './http.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '12' } },
});
if (positionals.length !== 1) throw new Error('Name the checkout of the other version');
/** The first makes the database, the second finds the compile cache filled. */
const UNMEASURED = 2;

const folder = mkdtempSync(join(tmpdir(), 'starts-'));
const sides = [
  ['other', resolve(positionals[0])],
  ['this', resolve(import.meta.dirname, '..')],
].map(([name, root]) => ({
  ...{ name, main: join(root, 'dist', 'src', 'main.js'), starts: [] },
  env: {
    ...{ NODE_COMPILE_CACHE: join(folder, `${name}-cache`), ...serviceDefaults() },
    ...{ DATA_DIR: join(folder, `${name}-data`), DEMO: 'false', LOG_LEVEL: 'warn' },
  },
}));

try {
  for (let round = -UNMEASURED; round < Number(values.rounds); round += 1)
    for (const side of round % 2 ? sides : sides.toReversed()) {
      const start = await startOnce(side.env, side.main);
      if (round >= 0) side.starts.push(start);
    }
  for (const { name, starts } of sides) {
    const [ms, cpuMs, memoryMb] = ['ms', 'cpuMs', 'memoryMb'].map((of) =>
      median(starts.map((start) => start[of])).toFixed(0),
    );
    process.stdout.write(
      `${name} version: ready after ${ms} ms, ${cpuMs} ms of processor time, ${memoryMb} MB\n`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
