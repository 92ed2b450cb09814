import { fileURLToPath } from 'node:url';

/** What was found of each pattern: true where it takes no longer than its text is long. `judge-patterns.mjs` writes it. */
export const LEDGER = fileURLToPath(new URL('judged-patterns.json', import.meta.url));

/** Milliseconds: ten times what the slowest of ours takes. What cannot be judged by then counts as one that takes longer. */
const PATIENCE = 60_000;

export const keyOf = (pattern, flags) => `/${pattern}/${flags}`;

// Otherwise it looks for a virtual machine.
process.env.RECHECK_SYNC_BACKEND = 'pure';
let recheck;

/** Seconds, for some: of those that are known the ledger says it. */
export function isLinear(key) {
  recheck ??= process.getBuiltinModule('node:module').createRequire(import.meta.url)('recheck');
  const at = key.lastIndexOf('/');
  const { status } = recheck.checkSync(key.slice(1, at), key.slice(at + 1), { timeout: PATIENCE });
  return status === 'safe';
}
