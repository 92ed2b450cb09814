import { inRoot } from './project.mjs';

/**
 * Arguments and environment that run Jest. Proofs take their time, and are run when they are asked for by name.
 * @param {string[]} args of Jest; without any path the whole suite, and no proof
 */
export function jest(args) {
  const isSuite = args.every((arg) => arg.startsWith('-'));
  const flags = '--disable-warning=ExperimentalWarning';
  const env = { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${flags}`.trim() };
  const without = isSuite ? ['--testPathIgnorePatterns=/test/proofs/'] : [];
  return { args: [inRoot('node_modules', 'jest', 'bin', 'jest.js'), ...args, ...without], env };
}
