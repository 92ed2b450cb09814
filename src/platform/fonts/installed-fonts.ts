import { existsSync } from 'node:fs';
import { fromProjectRoot } from '../config/project-root.js';

/** The first choice; other scripts take the font that has their letters. */
export const FONT_FAMILY = 'Noto Sans';

/** Named as in the packages; the fonts call themselves `Noto Sans {name}`. */
const FURTHER_SCRIPTS = [
  'Armenian',
  'Bengali',
  'Ethiopic',
  'Georgian',
  'Gujarati',
  'Gurmukhi',
  'Khmer',
  'Lao',
  'Myanmar',
  'Tamil',
  'Telugu',
  'Thai',
];

const HAN_BY_LANGUAGE: Record<string, string> = {
  ja: 'Noto Sans Japanese',
  zh: 'Noto Sans S Chinese',
  ko: 'Noto Sans Korean',
};

const fileOf = (script: string, weight: string): string =>
  `@expo-google-fonts/noto-sans-${script.toLowerCase()}/${weight}/NotoSans${script}_${weight}.ttf`;

const FILES = [
  '@embedpdf/fonts-latin/fonts/NotoSans-Regular.ttf',
  '@embedpdf/fonts-latin/fonts/NotoSans-Bold.ttf',
  '@embedpdf/fonts-latin/fonts/NotoSans-Italic.ttf',
  '@embedpdf/fonts-latin/fonts/NotoSans-BoldItalic.ttf',
  '@embedpdf/fonts-arabic/fonts/NotoNaskhArabic-Regular.ttf',
  '@embedpdf/fonts-arabic/fonts/NotoNaskhArabic-Bold.ttf',
  '@embedpdf/fonts-hebrew/fonts/NotoSansHebrew-Regular.ttf',
  '@embedpdf/fonts-hebrew/fonts/NotoSansHebrew-Bold.ttf',
  '@embedpdf/fonts-jp/fonts/NotoSansJP-Regular.otf',
  '@embedpdf/fonts-jp/fonts/NotoSansJP-Bold.otf',
  '@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf',
  '@embedpdf/fonts-sc/fonts/NotoSansHans-Bold.otf',
  '@embedpdf/fonts-kr/fonts/NotoSansKR-Regular.otf',
  '@embedpdf/fonts-kr/fonts/NotoSansKR-Bold.otf',
  ...FURTHER_SCRIPTS.flatMap((script) => [fileOf(script, '400Regular'), fileOf(script, '700Bold')]),
  '@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf',
];

/** Absolute paths of the fonts that come with the installed packages; the machine's own are known anyway. */
export const findFonts = (): string[] =>
  FILES.map((file) => fromProjectRoot(`node_modules/${file}`)).filter((file) => existsSync(file));

/**
 * The families in the order in which they are asked for a letter. The same Han character is written differently in
 * Japanese, Chinese and Korean: the language decides who is asked first, and Chinese where it says nothing.
 * @param language of the text, as in `ja`
 */
export function fontFamilies(language: string): string[] {
  const first = HAN_BY_LANGUAGE[language] ?? HAN_BY_LANGUAGE.zh!;
  const han = [first, ...Object.values(HAN_BY_LANGUAGE).filter((family) => family !== first)];
  const further = FURTHER_SCRIPTS.map((script) => `Noto Sans ${script}`);
  return [FONT_FAMILY, 'Noto Naskh Arabic', 'Noto Sans Hebrew', ...han, ...further, 'Noto Color Emoji'];
}
