import { describe, expect, it } from '@jest/globals';
import { parseBody } from './json-body.interceptor.js';

const MANY = 'The request body has too many members.';
const DEEP = 'The request body is nested too deeply.';
const list = (element: string, count: number): string => `[${Array<string>(count).fill(element).join()}]`;

describe('parseBody', () => {
  it.each(['{}', '[]', ' {"a":["x,[{\\"\\\\",1,{"b":null}]}', '[[1],[2]]'])(
    'returns what is written: %s',
    (text) => expect(parseBody(text)).toEqual(JSON.parse(text)),
  );

  it.each(['1', '"a"', 'null', '', '{', '{"a":1,}', '"', '{"a":"\\', ']]]]', '\ufeff{}'])(
    'refuses what is no body: %s',
    (text) => expect(() => parseBody(text)).toThrow('The body is not a valid JSON object.'),
  );

  it('counts what texts hold as one', () => {
    expect(parseBody(JSON.stringify({ a: ',[{'.repeat(50_000) }))).toBeTruthy();
  });

  it.each([
    ['20,000 elements', list('0', 20_000), null],
    ['20,001 elements', list('0', 20_001), MANY],
    ['20,000 empty objects', list('{}', 20_000), MANY],
    ['many members', `{${Array.from({ length: 20_001 }, (_, at) => `"u${at}":0`).join()}}`, MANY],
    ['one member many times', `{${'"a":0,'.repeat(20_001)}"a":0}`, MANY],
    ['a depth of 32', `${'['.repeat(32)}${']'.repeat(32)}`, null],
    ['a depth of 33', `${'['.repeat(33)}${']'.repeat(33)}`, DEEP],
    ['brackets without an end', '['.repeat(1_000_000), DEEP],
  ])('bounds %s', (_, text, message) => {
    if (message === null) expect(() => parseBody(text)).not.toThrow();
    else expect(() => parseBody(text)).toThrow(message);
  });
});
