import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';

const { testTitles } = (await import(
  new URL('../../scripts/lint/test-titles.mjs', import.meta.url).href
)) as { testTitles: object };

/** How many titles of this text are refused. */
const refusals = (code: string): number =>
  new Linter().verify(code, {
    plugins: { titles: testTitles },
    rules: { 'titles/first-word': 'error' },
  }).length;

describe('The first word of a test’s title', () => {
  it.each(['is', 'Are', 'has', 'have', 'does', 'do', 'of', 'that', 'can', 'may', 'was', 'were'])(
    'fails as %s',
    (word) => {
      expect(refusals(`it('${word} a poll', () => {});`)).toBe(1);
    },
  );

  it('fails in each way to write a test', () => {
    expect(refusals('it.each([1, 2])(`is ${one}`, () => {});')).toBe(1);
    expect(refusals("it.skip('is a poll', () => {});")).toBe(1);
    expect(refusals("test('is a poll', () => {});")).toBe(1);
    expect(refusals("it.each`a\n${1}`('is a poll', () => {});")).toBe(1);
  });

  it('passes as a verb, and as a longer word that begins alike', () => {
    expect(refusals("it('refuses a poll', () => {});")).toBe(0);
    expect(refusals("it('isolates a poll', () => {}); it('offers a poll', () => {});")).toBe(0);
  });

  it('passes in a describe, and where the title comes from elsewhere', () => {
    expect(refusals("describe('is_member', () => {});")).toBe(0);
    expect(refusals('it(title, () => {}); it(`${word} a poll`, () => {});')).toBe(0);
  });
});
