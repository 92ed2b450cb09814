import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { compound, contentLine, textValue } from './vcard.js';

describe('a text value', () => {
  it.each([
    ['a,b;c', 'a\\,b\\;c'],
    ['a:b"c"', 'a:b"c"'],
    ['one\ntwo\r\nthree\rfour', 'one\\ntwo\\nthree\\nfour'],
    ['back\\slash', 'back\\\\slash'],
    ['no \\n break', 'no \\\\n break'],
    ['bell\u0007, tab\t, null\0', 'bell\\, tab\t\\, null'],
    ['عربي 🦊', 'عربي 🦊'],
  ])('%j is written %j', (value, written) => {
    expect(textValue(value)).toBe(written);
  });

  it('keeps the components of a structured value apart', () => {
    expect(compound('Park; Jr.', 'A,b', '', '')).toBe('Park\\; Jr.;A\\,b;;');
  });
});

describe('a content line', () => {
  it('folds at 76 octets, and not at 75', () => {
    expect(contentLine('x'.repeat(75))).toBe(`${'x'.repeat(75)}\r\n`);
    expect(contentLine('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x\r\n`);
  });

  it('counts octets, with the blank that continues it, and splits no character', () => {
    expect(contentLine(`${'x'.repeat(73)}é${'é'.repeat(38)}`)).toBe(
      `${'x'.repeat(73)}é\r\n ${'é'.repeat(37)}\r\n é\r\n`,
    );
    expect(contentLine(`${'x'.repeat(72)}🦊`)).toBe(`${'x'.repeat(72)}\r\n 🦊\r\n`);
  });
});

describe('any name', () => {
  it('reads back as it was, from lines that are short enough', () => {
    const name = fc.string({ unit: 'binary', maxLength: 300 }).filter((text) => !/\p{Cc}/u.test(text));
    fc.assert(
      fc.property(name, name, (first, last) => {
        const lines = ['BEGIN:VCARD', 'VERSION:4.0', `FN:${textValue(`${first} ${last}`)}`];
        const text = [...lines, `N:${compound(last, first, '', '', '')}`, 'END:VCARD']
          .map(contentLine)
          .join('');
        for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        const card = new ICAL.Component(ICAL.parse(text) as unknown[]);
        expect(card.getFirstPropertyValue('fn')).toBe(`${first} ${last}`);
        expect(card.getFirstPropertyValue('n')).toEqual([last, first, '', '', '']);
      }),
    );
  });
});
