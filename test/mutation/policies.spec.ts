import { existsSync, globSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { POLICIES } from './policies.mjs';

it('names every file of src/policy', () => {
  const files = globSync('src/policy/*.ts', { exclude: ['**/*.spec.ts', '**/*.module.ts'] });
  expect(files.length).toBeGreaterThan(10);
  expect(Object.keys(POLICIES)).toEqual(expect.arrayContaining(files));
});

it('names files and specs that are there', () => {
  const named = [...Object.keys(POLICIES), ...Object.values(POLICIES).flat()];
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});
