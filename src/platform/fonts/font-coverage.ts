import { setImmediate } from 'node:timers/promises';
import { CharacterSet } from './character-set.js';
import { charactersOf } from './font-file.js';
import { installedFonts } from './installed-fonts.js';

let printed: Promise<CharacterSet> | undefined;

/** The characters that the fonts here have. They are read once in the life of the process, when they are wanted first. */
export const printableCharacters = (): Promise<CharacterSet> =>
  (printed ??= coverageOf(
    [...Map.groupBy(installedFonts(), ({ family }) => family).values()].map((fonts) =>
      fonts.map(({ file }) => file),
    ),
  ));

/**
 * A letter is asked of the family in the style that it stands in: one that is missing in the bold font is not printed by the regular
 * one. So a family has what each of its fonts has.
 * @param families the files of each
 */
export async function coverageOf(families: string[][]): Promise<CharacterSet> {
  const all = new CharacterSet();
  for (const files of families) {
    let ofFamily: CharacterSet | undefined;
    for (const file of files) {
      const characters = charactersIn(file);
      if (ofFamily) ofFamily.keepOnly(characters);
      else ofFamily = characters;
      // Between two files others may have their turn.
      await setImmediate();
    }
    if (ofFamily) all.addAll(ofFamily);
  }
  return all;
}

/** None of a font that cannot be read: the printer passes it over as well. */
function charactersIn(file: string): CharacterSet {
  try {
    return charactersOf(file);
  } catch {
    return new CharacterSet();
  }
}
