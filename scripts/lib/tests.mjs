import { inRoot } from './project.mjs';

/** Arguments and environment that run Jest. */
export function jest(args) {
  const flags = '--disable-warning=ExperimentalWarning';
  const env = { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${flags}`.trim() };
  return { args: [inRoot('node_modules', 'jest', 'bin', 'jest.js'), ...args], env };
}
