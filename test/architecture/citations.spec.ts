import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';

/*
 * A comment, a title or a page that cites a section or a rule of the requirements leads somewhere: the section has a heading
 * in docs/requirements, and the rule a number in it.
 */

const PAGES = ['specification', 'contract', 'operations'] as const;
type Page = (typeof PAGES)[number];

const ROOT = new URL('../../', import.meta.url);
const FILES = globSync(
  [
    '{src,test,bench,scripts,migrations}/**/*.{ts,tsx,mjs}',
    'docs/**/*.md',
    '{README,CONTRIBUTING,CHANGELOG}.md',
    'docker/**/*.{yaml,yml,md}',
  ],
  { cwd: ROOT },
).filter((file) => !file.startsWith('docs/requirements/') && !file.includes('fixtures/'));

/** `contract section 0, rules 2, 7 and 8`, over the ends of lines and the stars of comments. */
const NUMBERS = String.raw`\d+b?(?:(?:, | and | to |, and )\d+)*`;
const CITATION = new RegExp(
  String.raw`\b(specification|contract|operations)(?: page)?,? sections? (\d+b?)(?:, (?:[a-z]+ )?rules? (${NUMBERS}))?`,
  'gi',
);

interface Citation {
  file: string;
  page: Page;
  section: string;
  rules: string[];
}

const asOneLine = (text: string): string => text.replace(/\s*\n\s*(?:\*|\/\/|>)?\s*/g, ' ');

function citationsOf(file: string): Citation[] {
  const text = asOneLine(readFileSync(new URL(file, ROOT), 'utf8'));
  return [...text.matchAll(CITATION)].map(([, page, section, rules]) => ({
    file,
    page: page!.toLowerCase() as Page,
    section: section!,
    rules: rules?.match(/\d+/g) ?? [],
  }));
}

/** The text of each section, by its number. */
function sectionsOf(page: Page): Map<string, string> {
  const text = readFileSync(new URL(`docs/requirements/${page}.md`, ROOT), 'utf8');
  const parts = text.split(/^## (?:Section )?(\d+b?)\. /m).slice(1);
  return new Map(parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1]!] as const] : [])));
}

const SECTIONS = Object.fromEntries(PAGES.map((page) => [page, sectionsOf(page)])) as Record<
  Page,
  Map<string, string>
>;
const isRule = (section: string, rule: string): boolean =>
  new RegExp(String.raw`(?:^|\s)${rule}\. `, 'm').test(section);

const FOUND = FILES.flatMap(citationsOf);

describe('Citations of the requirements', () => {
  it('finds them in all kinds of files', () => {
    expect(FOUND.length).toBeGreaterThan(150);
    expect(new Set(FOUND.map(({ page }) => page))).toEqual(new Set(PAGES));
    expect(FOUND.filter(({ rules }) => rules.length > 0).length).toBeGreaterThan(50);
  });

  it('lead to a section that is there', () => {
    expect(FOUND.filter(({ page, section }) => !SECTIONS[page].has(section))).toEqual([]);
  });

  it('lead to a rule that is there', () => {
    const wrong = FOUND.filter(({ page, section, rules }) =>
      rules.some((rule) => !isRule(SECTIONS[page].get(section) ?? '', rule)),
    );
    expect(wrong).toEqual([]);
  });
});
