import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compiled } from '../support/runner/typescript-hooks.mjs';

/**
 * Loads the product and its tests as the suite does, the mutated files from what is given.
 * @param sources texts by their path
 */
export function loadMutated(sources) {
  registerHooks({
    load(url, context, next) {
      const file = url.startsWith('file:') ? fileURLToPath(url) : '';
      if (!(file in sources)) return next(url, context);
      return { format: 'module', source: compiled(file, sources[file]), shortCircuit: true };
    },
  });
}
