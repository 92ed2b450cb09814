import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const JEST = new URL('jest-globals.mjs', import.meta.url).href;

/**
 * Loads the product and its tests without Jest's own module system, the mutated files from what is given.
 * @param sources texts by their path
 */
export function loadMutated(sources) {
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@jest/globals') return { url: JEST, shortCircuit: true };
      const ours = specifier.startsWith('.') && context.parentURL?.split('?')[0].endsWith('.ts');
      return next(ours ? specifier.replace(/(?<!\.json)\.js$/, '.ts') : specifier, context);
    },
    load(url, context, next) {
      const [address] = url.split('?');
      if (!address.startsWith('file:') || !address.endsWith('.ts')) return next(url, context);
      const file = fileURLToPath(address);
      const { code } = transformSync(sources[file] ?? readFileSync(file, 'utf8'), { filename: file });
      return { format: 'module', source: code, shortCircuit: true };
    },
  });
}
