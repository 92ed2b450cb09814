import { existsSync } from 'node:fs';
import sharp from 'sharp';
import { fromProjectRoot } from '../../config/project-root.js';

/** The first choice; other scripts take whatever font has their letters. */
export const FONT_FAMILY = 'Noto Sans';

const fileOf = (script: string, weight: string): string =>
  `@expo-google-fonts/noto-sans-${script.toLowerCase()}/${weight}/NotoSans${script}_${weight}.ttf`;

const FILES = [
  '@embedpdf/fonts-latin/fonts/NotoSans-Regular.ttf',
  '@embedpdf/fonts-latin/fonts/NotoSans-Bold.ttf',
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
  ...[
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
  ].flatMap((script) => [fileOf(script, '400Regular'), fileOf(script, '700Bold')]),
  '@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf',
];

/** Absolute paths of the fonts that come with the installed packages; the machine's own are known anyway. */
export const findFonts = (): string[] =>
  FILES.map((file) => fromProjectRoot(`node_modules/${file}`)).filter((file) => existsSync(file));

/** A font that was named once is known to every later text of the process. */
export async function loadFonts(files: string[]): Promise<void> {
  for (const fontfile of files) await sharp({ text: { text: '.', fontfile } }).toBuffer();
}
