import { expect, it } from '@jest/globals';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fromProjectRoot } from '../../src/platform/config/project-root.js';

const PAGES = globSync(['*.md', '{docs,docker}/**/*.md', '{bench,clients/typescript}/*.md'], {
  cwd: fromProjectRoot('.'),
}).sort();

/** Pages that a page of its own leads to: an index, or the page that they belong to. */
const FOUND_ELSEWHERE = /^docs\/(api|decisions|requirements|sql)\/(?!README)/;

const textOf = (page: string): string => readFileSync(fromProjectRoot(page), 'utf8');
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

it.each(PAGES)('%s links to nothing that is not there', (page) => {
  const broken = [...textOf(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)]
    .map(([, file, anchor]) => ({ file: file ? join(dirname(page), file) : page, anchor }))
    .filter(({ file, anchor }) => {
      if (!existsSync(fromProjectRoot(file))) return true;
      if (!anchor) return false;
      return ![...textOf(file).matchAll(/^#+ (.+)$/gm)].some(([, heading]) => anchorOf(heading!) === anchor);
    });
  expect(broken).toEqual([]);
});

it('the README links to every page that has no index of its own', () => {
  const missing = PAGES.filter((page) => page !== 'README.md' && !FOUND_ELSEWHERE.test(page)).filter(
    (page) => !textOf('README.md').includes(`](${page})`),
  );
  expect(missing).toEqual([]);
});

it('every file that the threat model names is there, and every defence names its proof', () => {
  const model = textOf('docs/threat-model.md');
  const named = [...model.matchAll(/`((?:src|test|docs|docker)\/[^`]+)`/g)].map(([, file]) => file!);
  expect(named.filter((file) => !existsSync(fromProjectRoot(file)))).toEqual([]);
  const threats = model.split('\n').filter((line) => /^\| [STRIDE] /.test(line));
  expect(threats.length).toBeGreaterThan(30);
  expect(threats.filter((line) => !/`[^`]+\.spec\.ts` *\|$/.test(line))).toEqual([]);
});
