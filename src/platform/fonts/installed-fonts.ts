import { existsSync, readdirSync } from 'node:fs';
import { fromProjectRoot } from '../config/project-root.js';
import { familyOf } from './font-file.js';

/** The first choice; other scripts take the font that has their letters. */
export const FONT_FAMILY = 'Noto Sans';

/** Named as in the packages. */
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

/** Asked after all others: a sign that has a coloured picture is printed as that picture. */
const SIGNS = ['Noto Color Emoji', 'Noto Sans Symbols', 'Noto Sans Symbols 2', 'Noto Sans Math'];

const fileOf = (script: string, weight: string): string =>
  `@expo-google-fonts/noto-sans-${script.toLowerCase()}/${weight}/NotoSans${script}_${weight}.ttf`;

/** What every installation has. */
const OF_EVERY_INSTALL = [
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
].map((file) => fromProjectRoot(`node_modules/${file}`));

/** Where `npm run fonts` puts the fonts of all other scripts, and operators put their own. */
const MORE = fromProjectRoot('fonts/files');

export interface InstalledFont {
  /** Absolute path. */
  file: string;
  family: string;
}

let installed: InstalledFont[] | undefined;

/** The same until the process ends: the printer and whoever tells what it can print go by one list. */
export const installedFonts = (): InstalledFont[] =>
  (installed ??= [...OF_EVERY_INSTALL, ...moreFiles()].flatMap(fontOf));

/** Absolute paths. */
export const findFonts = (): string[] => installedFonts().map(({ file }) => file);

/**
 * The families in the order in which they are asked for a letter. The same Han character is written differently in
 * Japanese, Chinese and Korean: the language decides who is asked first, and Chinese where it says nothing.
 * @param language of the text, as in `ja`
 */
export function fontFamilies(language: string): string[] {
  const first = HAN_BY_LANGUAGE[language] ?? HAN_BY_LANGUAGE.zh!;
  const han = [first, ...Object.values(HAN_BY_LANGUAGE).filter((family) => family !== first)];
  const ahead = [FONT_FAMILY, 'Noto Naskh Arabic', 'Noto Sans Hebrew', ...han];
  const there = new Set(installedFonts().map(({ family }) => family));
  const others = [...there].filter((family) => !ahead.includes(family) && !SIGNS.includes(family));
  return [...ahead, ...others, ...SIGNS].filter((family) => there.has(family));
}

const moreFiles = (): string[] =>
  existsSync(MORE)
    ? readdirSync(MORE)
        .filter((name) => /\.(ttf|otf)$/i.test(name))
        .sort()
        .map((name) => `${MORE}/${name}`)
    : [];

/** None where the file is missing, or is no font: nothing would be printed with it. */
function fontOf(file: string): InstalledFont[] {
  try {
    return [{ file, family: familyOf(file) }];
  } catch {
    return [];
  }
}
