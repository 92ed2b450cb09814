import { parseArgs } from 'node:util';
import { inRoot } from './project.mjs';
import { EVERY_DAY } from './proofs.mjs';

/** Options of Jest whose value may be a word of its own, which is no path then. */
const VALUED = {
  changedSince: { type: 'string' },
  config: { type: 'string', short: 'c' },
  maxWorkers: { type: 'string', short: 'w' },
  outputFile: { type: 'string' },
  reporters: { type: 'string' },
  seed: { type: 'string' },
  shard: { type: 'string' },
  testNamePattern: { type: 'string', short: 't' },
  testPathIgnorePatterns: { type: 'string' },
  testTimeout: { type: 'string' },
};

const EVERYDAY_PROOFS = '--everyday-proofs';

/**
 * Arguments and environment that run Jest. Proofs take their time, and are run when they are asked for by name.
 * @param {string[]} given arguments of Jest; without any path the whole suite and no proof, with `--everyday-proofs` also the
 *   proofs that CI runs with small counts.
 */
export function jest(given) {
  const args = given.filter((each) => each !== EVERYDAY_PROOFS);
  const { positionals } = parseArgs({ args, options: VALUED, allowPositionals: true, strict: false });
  const flags = '--disable-warning=ExperimentalWarning';
  const env = { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${flags}`.trim() };
  const but = given.includes(EVERYDAY_PROOFS) ? `(?!(${EVERY_DAY.join('|')}))` : '';
  const without = positionals.length === 0 ? [`--testPathIgnorePatterns=/test/proofs/${but}`] : [];
  return { args: [inRoot('node_modules', 'jest', 'bin', 'jest.js'), ...args, ...without], env };
}
