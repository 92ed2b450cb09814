import { describe, expect, it } from '@jest/globals';
import type { PreparedJson } from '../../src/platform/http/prepared-json.js';
import type { PerViewerPatches, SnapshotItem } from '../../src/platform/cache/snapshot-kind.js';
import { Snapshot } from '../../src/platform/cache/snapshot.js';

/** A list of words, whose ids are their places. */
const snapshotOf = (
  words: string[],
  given: (word: string, text: string) => Partial<SnapshotItem>,
): Snapshot => {
  const items = words.map((word, at) => {
    const text = JSON.stringify({ word, mine: null });
    return { id: String(at), text, ...given(word, text) };
  });
  return Snapshot.of('words', items, { own: { mine: null } });
};

/** What is the reader's own in the place of the word. */
const wordSegmentsIn = (answer: PreparedJson): string[] =>
  (JSON.parse(answer.text()) as { words: { word: string; mine: string | null }[] }).words.map(
    ({ word, mine }) => mine ?? word,
  );

describe("what is a reader's own", () => {
  const words = (...all: string[]): Snapshot =>
    snapshotOf(all, (word, text) =>
      word.startsWith('hidden') ? { text: '', viewerOverrides: new Map([['owner', text]]) } : {},
    );
  const seenBy = (snapshot: Snapshot, membershipId: string, own: Record<string, object> = {}): string[] =>
    wordSegmentsIn(snapshot.forMember(membershipId, { own: Object.entries(own) }));

  it.each([
    [['a', 'hidden b', 'c']],
    [['hidden a', 'b', 'c']],
    [['a', 'b', 'hidden c']],
    [['hidden a', 'hidden b', 'c', 'hidden d', 'hidden e', 'f']],
    [['hidden a']],
    [['hidden a', 'hidden b']],
    [['"mine":null', 'hidden "mine":null', '\\"mine":null', 'ö']],
  ])('stands in its place: %s', (all) => {
    const snapshot = words(...all);
    expect(seenBy(snapshot, 'owner')).toEqual(all);
    expect(seenBy(snapshot, 'other')).toEqual(all.filter((word) => !word.startsWith('hidden')));
    const every = Object.fromEntries(all.map((_, at) => [String(at), { mine: `ö${at}` }]));
    expect(seenBy(snapshot, 'owner', every)).toEqual(all.map((_, at) => `ö${at}`));
    for (const at of all.keys())
      expect(seenBy(snapshot, 'owner', { [at]: { mine: 'own' } })).toEqual(all.with(at, 'own'));
  });

  it('is put into nothing that the reader does not see, and is not there for the next one', () => {
    const snapshot = words('a', 'hidden b');
    expect(seenBy(snapshot, 'other', { 1: { mine: 'seen' }, 7: { mine: 'nowhere' } })).toEqual(['a']);
    expect(seenBy(snapshot, 'other', { 0: { mine: 'mine' } })).toEqual(['mine']);
    expect(seenBy(snapshot, 'other')).toEqual(['a']);
  });

  it('has a tag of its own, which is the same for the same', () => {
    const [x, y] = [['0', { mine: 'x' }] as const, ['1', { mine: 'y' }] as const];
    const states: PerViewerPatches[] = [[], [x], [y], [x, y], [[x[0], y[1]]]];
    const tags = (): string[] => states.map((own) => words('a', 'b').forMember('m', { own }).tag);
    expect(new Set(tags()).size).toBe(5);
    expect(tags()).toEqual(tags());
    expect(words('a', 'b').forMember('m', { own: [y, x] }).tag).toBe(tags()[3]);
  });
});

describe('what a reader got last', () => {
  const long = snapshotOf(Array<string>(1_000).fill('a word'), () => ({}));
  const mine = (word: string): { own: PerViewerPatches } => ({ own: [['0', { mine: word }]] });

  it('is what they get again, as long as nothing of their own has changed', () => {
    const first = long.forMember('m', mine('x'));
    expect(long.forMember('m', mine('x'))).toBe(first);
    expect(wordSegmentsIn(long.forMember('m', mine('y')))[0]).toBe('y');
    expect(wordSegmentsIn(long.forMember('m', mine('x')))[0]).toBe('x');
    expect(long.forMember('m', {})).toBe(long);
  });

  it('is nobody else’s', () => {
    const first = long.forMember('m', mine('x'));
    const second = long.forMember('n', mine('x'));
    expect(second).not.toBe(first);
    expect([second.text(), second.tag]).toEqual([first.text(), first.tag]);
    expect(wordSegmentsIn(long.forMember('n', mine('z')))[0]).toBe('z');
    expect(wordSegmentsIn(long.forMember('m', mine('x')))[0]).toBe('x');
  });

  it('is not what is shown to them once more or less is', () => {
    const words = snapshotOf(Array<string>(1_000).fill('a word'), () => ({ keys: ['a'] }));
    const seen = [['a'], [], ['a']].map(
      (keys) => wordSegmentsIn(words.forMember('m', { ...mine('x'), keys })).length,
    );
    expect(seen).toEqual([1_000, 0, 1_000]);
  });

  it('is kept for a few at a time', () => {
    const first = long.forMember('m', mine('x'));
    for (let reader = 0; reader < 100; reader += 1) long.forMember(String(reader), mine('x'));
    expect(long.forMember('m', mine('x'))).not.toBe(first);
  });
});

describe('what not everybody sees', () => {
  const NOON = new Date('2026-09-01T12:00:00Z');
  /** `word`, `word for a,b`, or `word until noon`. */
  const words = (...all: string[]): Snapshot =>
    snapshotOf(all, (word) => ({
      keys: / for (.*)/.exec(word)?.[1]?.split(','),
      until: word.endsWith('until noon') ? NOON.getTime() : null,
    }));
  const seenWith = (snapshot: Snapshot, keys?: string[], now = NOON, own: PerViewerPatches = []): string[] =>
    wordSegmentsIn(snapshot.forMember('m', { keys, now, own }));

  it.each([
    [['1', '2 for a', '3']],
    [['1 for a', '2', '3']],
    [['1', '2', '3 for a']],
    [['1 for a', '2 for b', '3', '4 for a', '5 for b', '6']],
    [['1 for a', '2 for a', '3 for b']],
    [['1 for a']],
    [['1 for b', '2 for b,a', '3 for c', '4 for ', '5']],
  ])('is left out for who has no key to it: %s', (all) => {
    const snapshot = words(...all);
    const holds = (...keys: string[]) =>
      all.filter((word) => {
        const [, to] = word.split(' for ');
        return to === undefined || to.split(',').some((key) => keys.includes(key));
      });
    for (const keys of [['a'], ['b'], ['a', 'b'], ['x']]) {
      expect(seenWith(snapshot, keys)).toEqual(holds(...keys));
      const every = all.map((word, at) => [String(at), { mine: `own ${word}` }] as const);
      expect(seenWith(snapshot, keys, NOON, every)).toEqual(holds(...keys).map((word) => `own ${word}`));
    }
    expect(seenWith(snapshot, [])).toEqual(holds());
    expect(seenWith(snapshot, undefined)).toEqual(holds());
  });

  it('is left out as well for who would read it otherwise', () => {
    const snapshot = snapshotOf(['1', '2'], (word, text) =>
      word === '2' ? { keys: ['a'], text: '', viewerOverrides: new Map([['m', text]]) } : {},
    );
    expect(seenWith(snapshot, ['a'])).toEqual(['1', '2']);
    expect(seenWith(snapshot, ['b'])).toEqual(['1']);
  });

  it('is gone from the moment on that it is there until, whoever reads', () => {
    const snapshot = words('1 for a', '2 until noon', '3');
    const before = new Date(NOON.getTime() - 1);
    expect(seenWith(snapshot, ['a'], before)).toEqual(['1 for a', '2 until noon', '3']);
    expect(seenWith(snapshot, ['a'], NOON)).toEqual(['1 for a', '3']);
    expect(seenWith(snapshot, [], before)).toEqual(['2 until noon', '3']);
  });

  it('has a tag for each way to see it, which is the same on another process', () => {
    const tags = (): string[] => {
      const snapshot = words('1 for a', '2 for b', '3 for a,b', '4 until noon');
      return [['a'], ['b'], ['a', 'b'], []].flatMap((keys) =>
        [new Date(0), NOON].map((now) => snapshot.forMember('m', { keys, now }).tag),
      );
    };
    expect(new Set(tags()).size).toBe(8);
    expect(tags()).toEqual(tags());
  });

  it('is not there for who reads at no time', () => {
    expect(wordSegmentsIn(words('1', '2 until noon').forMember('m', {}))).toEqual(['1']);
  });
});
