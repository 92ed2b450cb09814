import { globSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { POLICIES } from './policies.mjs';

it('names every file of src/access', () => {
  const files = globSync('src/access/*.ts', { exclude: ['**/*.spec.ts', '**/*.module.ts'] });
  expect(files.length).toBeGreaterThan(20);
  expect(Object.keys(POLICIES)).toEqual(expect.arrayContaining(files));
});
