import { describe, expect, it } from '@jest/globals';
import { unprintableFinder, unprintableIn } from './unprintable.js';

describe('unprintableIn', () => {
  it.each([
    ['𐘀 and 𐘁', ['U+10600 𐘀', 'U+10601 𐘁']],
    ['𐘀𐘀', ['U+10600 𐘀']],
    ['\u{10fffd}', ['U+10FFFD \u{10fffd}']],
    ['e\u1ae0', ['U+1AE0 \u1ae0']],
  ])('names each character of %s that no font has, once', async (text, named) => {
    expect(await unprintableIn([text])).toEqual(named);
  });

  it.each([
    ['letters and accents', 'Ångström, Łódź, o\u0308'],
    ['scripts that come with every installation', 'Їжак, محمد, שלום, 学生, 학생, विद्यार्थी, นักเรียน, မြန်မာ'],
    ['joiners and selectors', '👩‍👩‍👧‍👦 ❤️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿 \u00ad\u200b\u200e\u034f'],
    ['spaces and line breaks', '\u00a0\u2003\u202f\u3000\t\n\r\n'],
    ['what is never printed', '\0\u0007\u202e\ufeff\ufffe'],
  ])('names nothing of %s', async (_, text) => {
    expect(await unprintableIn([text, null, undefined, ''])).toEqual([]);
  });

  it('names twenty of all texts, in their order', async () => {
    const linear = Array.from({ length: 40 }, (_, at) => String.fromCodePoint(0x10600 + at));
    const named = await unprintableIn([linear[0]!, 'A', linear.join('')]);
    expect(named).toHaveLength(20);
    expect(named[1]).toBe('U+10601 𐘁');
  });
});

describe('unprintableFinder', () => {
  it('finds each character of a text once', async () => {
    const find = await unprintableFinder();
    expect(find('𐘀 x 𐘁𐘀')).toEqual(['𐘀', '𐘁']);
  });
});
