import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { fromProjectRoot } from '../../src/platform/config/project-root.js';
import { textOf } from './source-files.js';

describe('docs/scaling.md', () => {
  it('names files that are there', () => {
    const codes = [...textOf('docs/scaling.md').matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
    const files = codes.filter((code) => /^(src|bench|test|docs)\/\S+$/.test(code));
    expect(files.length).toBeGreaterThan(2);
    expect(files.filter((file) => !existsSync(fromProjectRoot(file)))).toEqual([]);
  });
});
