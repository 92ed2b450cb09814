import { afterAll, describe, expect, it } from '@jest/globals';
import { SlipTypesetterService } from '../../../src/features/permission-slips/pdf/slip-typesetter.service.js';
import { Typesetter } from '../../../src/platform/typesetting/typesetter.js';
import { aQuestion, aSignature, aSlipResponse } from '../../support/slip.factory.js';
import { fontsOf, HAS_PDF_READER, letters, textOf, wordKeys } from '../../support/files/pdf-reader.js';

const LEFT_TO_RIGHT: [string, string, string][] = [
  ['Latin', 'Zoë Ångström-Núñez', 'Straße č. 7, à côté de l’église; Ğüneş, Łódź, Đặng'],
  ['Cyrillic', 'Ольга Ивановна', 'Аллергия на орехи и молоко. Їжак, ђак'],
  ['Greek', 'Γιώργος Παπαδόπουλος', 'Μπορεί να κολυμπήσει μόνος του; ᾿Αθῆναι'],
  ['Chinese', '王小明', '对坚果过敏，请坐在前排。龍門'],
  ['Japanese', '山田 太郎', '卵アレルギーがあります。ひらがなとカタカナ'],
  ['Korean', '김민수', '견과류 알레르기가 있습니다'],
  ['Devanagari', 'अनिता', 'मेरी बेटी'],
  // Without marks: where a character is of several glyphs, readers take its ActualText once a glyph.
  ['Thai', 'สมชาย', 'นมและอาหาร'],
  ['Armenian', 'Անի', 'Ընկույզ'],
  ['Georgian', 'ნინო', 'თხილი'],
];
const RIGHT_TO_LEFT: [string, string, string][] = [
  ['Arabic', 'محمد عبد الله', 'لديه حساسية من المكسرات والحليب'],
  ['Persian', 'پریسا گلچین', 'به گردو حساسیت دارد'],
  ['Hebrew', 'דוד כהן', 'אלרגיה לאגוזים ולחלב'],
];
const EMOJI: [string, string][] = [
  ['a party', 'Zoë 🎉 Ünal'],
  ['a family', 'Kim 👩‍👩‍👧‍👦 Park'],
  ['a flag and a colour of skin', 'Ana 🇲🇽 👋🏽'],
];

const typesetter = new Typesetter();

const slips = new SlipTypesetterService(typesetter);
afterAll(() => typesetter.stop());

const answered = (name: string, answer: string) =>
  slips.response(
    aSlipResponse({
      students: [{ name, graduationYear: 2033 }],
      questions: [aQuestion({ answer: { text: answer } })],
      bodyHtml: `<p>${answer}</p>`,
      note: answer,
      signature: aSignature({ typedName: name }),
    }),
  );

/** How often a text of several words stands there with its words in the order of the page. */
const timesOnPage = (words: string[], given: string): number => {
  const wanted = wordKeys(given).reverse().join(' ');
  return ` ${words.join(' ')} `.split(` ${wanted} `).length - 1;
};

(HAS_PDF_READER ? describe : describe.skip)(
  'A permission slip as PDF, read by pdftotext of poppler-utils',
  () => {
    it.each(LEFT_TO_RIGHT)('says what was answered: %s, letter by letter', async (_, name, answer) => {
      const pdf = await answered(name, answer);
      const text = letters(textOf(pdf));
      expect(text.split(letters(name)).length - 1).toBe(2);
      expect(text.split(letters(answer)).length - 1).toBe(3);
      expect(fontsOf(pdf).filter(({ embedded, readable }) => !embedded || !readable)).toEqual([]);
    });

    it.each(RIGHT_TO_LEFT)('says what was answered: %s, word by word', async (_, name, answer) => {
      const pdf = await answered(name, answer);
      const words = wordKeys(textOf(pdf));
      expect(timesOnPage(words, name)).toBe(2);
      expect(timesOnPage(words, answer)).toBe(3);
      expect(fontsOf(pdf).filter(({ embedded, readable }) => !embedded || !readable)).toEqual([]);
    });

    it.each(EMOJI)('shows an emoji in a name: %s', async (_, name) => {
      const pdf = await answered(name, 'Nuts');
      expect(letters(textOf(pdf)).split(letters(name)).length - 1).toBe(2);
      expect(fontsOf(pdf).filter(({ embedded }) => !embedded)).toEqual([]);
    });

    it('writes Han characters as the school does', async () => {
      const fontsIn = async (locale: string) => {
        const slip = aSlipResponse({ title: '直接 骨' });
        const pdf = await slips.response({ ...slip, school: { ...slip.school, locale } });
        return fontsOf(pdf).map(({ name }) => name);
      };
      expect(await fontsIn('ja-JP')).toContainEqual(expect.stringContaining('NotoSansJP'));
      expect(await fontsIn('zh-CN')).toContainEqual(expect.stringContaining('NotoSansHans'));
      expect(await fontsIn('ko-KR')).toContainEqual(expect.stringContaining('NotoSansKR'));
      expect(await fontsIn('en-US')).toContainEqual(expect.stringContaining('NotoSansHans'));
    });

    it('prints even a letter that no font has', async () => {
      const pdf = await answered('ᏣᎳᎩ', 'Nuts \u{10fffd}');
      expect(letters(textOf(pdf))).toContain('Nuts');
    });
  },
);
