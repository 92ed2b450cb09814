import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { PROJECT_ROOT } from '../../src/platform/config/project-root.js';
import { nodesOf, parsed, productFiles } from '../architecture/source-files.js';

const { boundedPatterns } = (await import(
  new URL('../../scripts/lint/bounded-patterns.mjs', import.meta.url).href
)) as { boundedPatterns: object };

const LEDGER = 'scripts/lint/judged-patterns.json';

/** What is said of each pattern of this text. */
const complaints = (code: string): (string | undefined)[] =>
  new Linter()
    .verify(code, {
      plugins: { patterns: boundedPatterns },
      rules: { 'patterns/bounded-patterns': 'error' },
    })
    .map(({ messageId, message }) => messageId ?? message);

describe('A pattern that takes longer than its text is long', () => {
  it.each([
    [
      'that looks for its end from each beginning',
      String.raw`/<[^<>]*TargetMode\s*=\s*["']External["'][^<>]*>/gi`,
    ],
    ['that trims', String.raw`/\s+$/`],
    ['that takes twice as long for each character', '/^(a+)+$/'],
    ['that is made of a text', String.raw`new RegExp('^(a|a)*$')`],
  ])('needs a bound: one %s', (_, pattern) => {
    expect(complaints(`const found = ${pattern};`)).toEqual(['superlinear']);
  });

  it('fails when it is put together, since nobody can judge it', () => {
    expect(complaints('const found = new RegExp(given);')).toEqual(['unknown']);
  });

  it('passes with a bound of so many where it stands, and with no other comment', () => {
    expect(complaints('// Bounded: 254 characters.\nconst found = /\\s+$/;')).toEqual([]);
    expect(complaints('// Bounded: a short text.\nconst found = /\\s+$/;')).toEqual(['superlinear']);
    expect(complaints('// At most 254 characters.\nconst found = /\\s+$/;')).toEqual(['superlinear']);
    expect(complaints('// Bounded: 254 characters.\nf();\nconst found = /\\s+$/;')).toEqual(['superlinear']);
  });

  it('passes when it goes through the text once', () => {
    expect(complaints('const found = [/^[a-z]+$/, /a*b/y, RegExp("[<>]", "g")];')).toEqual([]);
  });
});

describe('The ledger of what was judged', () => {
  it('holds every pattern of the program and no other: node scripts/lint/judge-patterns.mjs writes it', () => {
    const judged = JSON.parse(readFileSync(join(PROJECT_ROOT, LEDGER), 'utf8')) as Record<string, boolean>;
    const written = productFiles().flatMap((file) =>
      [...nodesOf(parsed(file))].filter(ts.isRegularExpressionLiteral).map(({ text }) => text),
    );
    expect(written.filter((pattern) => !(pattern in judged))).toEqual([]);
    expect(written.length).toBeGreaterThan(200);
  });
});
