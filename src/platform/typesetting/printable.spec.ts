import { describe, expect, it } from '@jest/globals';
import { printable } from './printable.js';

describe('printable', () => {
  it.each([
    ['a\0b\u0007c', 'abc'],
    ['a\ud800b', 'a\ufffdb'],
    ['a\r\nb\rc\u2028d\u0085e', 'a\nb\nc\nd\ne'],
    ['a\tb', 'a b'],
    ['\u202eabc\u202c\u2067\u2069', 'abc'],
    ['\u200fשלום\u200e', '\u200fשלום\u200e'],
    ['\ufeffe\u0301\ufffe\u{1ffff}', 'é'],
    ['👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿', '👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ])('writes %j as %j', (given, text) => {
    expect(printable(given).text).toBe(text);
  });

  it.each([
    ['Ada', 'ltr'],
    ['12 (محمد) Ada', 'rtl'],
    ['«דוד»', 'rtl'],
    ['王 محمد', 'ltr'],
    ['12:30 – !', null],
    ['ދިވެހި', 'rtl'],
    ['ܣܘܪܝܝܐ', 'rtl'],
    ['ߒߞߏ', 'rtl'],
    ['𞤀𞤣𞤤𞤢𞤥', 'rtl'],
    ['𐴌𐴗𐴥', 'rtl'],
    ['ࡀࡁ', 'rtl'],
    ['ࠔࠌ', 'rtl'],
    ['𞠀𞠁', 'rtl'],
    ['ᠮᠣᠩᠭᠣᠯ', 'ltr'],
  ])('runs as its first letter does: %s', (given, dir) => {
    expect(printable(given).dir).toBe(dir);
  });

  it('lets a word be broken that no line has room for, between characters', () => {
    expect(printable('w'.repeat(40)).text).toBe('w'.repeat(40));
    expect(printable(`a ${'👩‍🍳'.repeat(12)} b`).text).toBe(`a ${Array(12).fill('👩‍🍳').join('\u200b')} b`);
    expect(printable('字'.repeat(90)).text).toBe('字'.repeat(90));
    expect(printable('abcdef', 5).text).toBe('a\u200bb\u200bc\u200bd\u200be\u200bf');
  });

  it.each([
    ['Javanese', 'ꦲꦏ꧀ꦱꦫ', ['ꦲ', 'ꦏ꧀ꦱ', 'ꦫ']],
    ['Balinese', 'ᬅᬓ᭄ᬱᬭ', ['ᬅ', 'ᬓ᭄ᬱ', 'ᬭ']],
    ['Tai Tham', 'ᨲᩫ᩠ᩅᨾᩮᩬᩥᨦ', ['ᨲᩫ᩠ᩅ', 'ᨾᩮᩬᩥ', 'ᨦ']],
    ['Tai Le', 'ᥖᥭᥰ', ['ᥖ', 'ᥭ', 'ᥰ']],
  ])('lets a line end between the syllables of a script without spaces: %s', (_, text, syllables) => {
    expect(printable(text).text.split('\u200b')).toEqual(syllables);
    expect(printable(`a ${text} b`).text).toBe(`a ${syllables.join('\u200b')} b`);
  });

  it.each([
    ['Tibetan', 'སློབ་གྲྭ་'],
    ['Yi', 'ꆈꌠꉙ'],
    ['Thai', 'นักเรียน'],
    ['Ethiopic', 'ተማሪ፡ቤት፡'],
  ])('leaves to the typesetter where a line ends that it knows: %s', (_, word) => {
    expect(printable(word.repeat(20)).text).toBe(word.repeat(20));
  });

  it.each([
    ['Sinhala', 'ශ්‍රී'],
    ['Kannada', 'ಕ್ಷ'],
    ['Malayalam', 'ക്ഷ'],
    ['Odia', 'କ୍ଷ'],
  ])('keeps joined letters of a long word together: %s', (_, letters) => {
    expect(printable(letters.repeat(30)).text.split('\u200b')).toEqual(Array(30).fill(letters));
  });

  it('takes a character of very many marks apart', () => {
    expect(
      printable(`x${'\u0323'.repeat(88)}`)
        .text.split('\u200b')
        .map(({ length }) => length),
    ).toEqual([30, 30, 29]);
  });
});
