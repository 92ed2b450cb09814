import { describe, expect, it } from '@jest/globals';
import { jsonPieces } from './json-pieces.js';

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

const RECORD = { text: 'a "line"\n  and another, {} [] \u2028', none: null, deep: { list: [1, { x: [] }] } };
const MEMBERS: Record<string, unknown> = {
  'a "name"': RECORD,
  text: 'one\ntwo',
  list: [RECORD, []],
  object: {},
};
const ARRAYS: Record<string, unknown[]> = { none: [], one: [7], many: [RECORD, null, 'x', [RECORD]] };

async function written(members: Iterable<[string, unknown]>, gap: string): Promise<string> {
  let text = '';
  for await (const piece of jsonPieces(each(members), gap)) text += piece;
  return text;
}

describe('JSON that is written piece by piece', () => {
  it.each(['', '  ', '\t'])('equals what is written at once, with %j for each level', async (gap) => {
    const toCome = Object.entries(ARRAYS).map(([name, items]): [string, unknown] => [name, each(items)]);
    const members = [...Object.entries(MEMBERS), ...toCome];
    expect(await written(members, gap)).toBe(JSON.stringify({ ...MEMBERS, ...ARRAYS }, null, gap));
    expect(await written([], gap)).toBe('{}');
  });

  it('asks for an element when the one before it has been taken', async () => {
    let asked = 0;
    async function* endless(): AsyncGenerator<number> {
      for (;;) yield (asked += 1);
    }
    const pieces = jsonPieces(each([['numbers', endless()] as [string, unknown]]), '');
    for (let taken = 0; taken <= 10; taken += 1) await pieces.next();
    expect(asked).toBe(10);
    await pieces.return(undefined);
  });
});
