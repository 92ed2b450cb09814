import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { PROJECT_ROOT } from '../../src/platform/config/project-root.js';
import { productFiles, textOf } from './source-files.js';

/** Everything that may use a name of the product. */
const USERS = '{src,test,scripts,bench,migrations,clients}/**/*.{ts,tsx,mjs}';

it('exports no function and no constant that no other file names', () => {
  const users = globSync(USERS, { cwd: PROJECT_ROOT, exclude: ['**/node_modules/**', '**/dist/**'] });
  const files = new Map<string, number>();
  for (const file of users) {
    const words = new Set(readFileSync(join(PROJECT_ROOT, file), 'utf8').match(/\w+/g));
    for (const word of words) files.set(word, (files.get(word) ?? 0) + 1);
  }
  const found = productFiles().flatMap((file) =>
    [...textOf(file).matchAll(/^export (?:async )?(?:const|function\*?) (\w+)/gm)]
      .filter(([, name]) => files.get(name!) === 1)
      .map(([, name]) => `${file}: ${name}`),
  );
  expect(users.length).toBeGreaterThan(1_000);
  expect(found).toEqual([]);
});
