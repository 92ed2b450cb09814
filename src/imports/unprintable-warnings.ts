import type { ImportIssue } from '../platform/import-report.js';
import { MAX_NAMED, named, unprintableFinder } from '../platform/typesetting/unprintable.js';

/** Texts of one place in a file that are printed: on a slip, or on a list of a class. */
export interface PrintedTexts {
  /** 0 when no line is known. */
  line: number;
  texts: (string | null | undefined)[];
}

const MESSAGE =
  'No installed font has this character: PDFs print an empty box for it, here and wherever else it stands. ' +
  'npm run fonts installs the fonts of all scripts.';

/**
 * A warning for each character that no installed font has, with the first line where it stands: of the file, not of the person
 * whose name it is part of. More than twenty are counted.
 */
export async function unprintableWarnings(
  file: string,
  places: Iterable<PrintedTexts>,
): Promise<ImportIssue[]> {
  const find = await unprintableFinder();
  const lines = new Map<string, number>();
  for (const { line, texts } of places)
    for (const character of texts.flatMap((text) => (text ? find(text) : [])))
      if (!lines.has(character)) lines.set(character, line);
  const code = 'unprintable_character';
  const warnings = [...lines].slice(0, MAX_NAMED).map(([character, line]) => {
    return { file, line, code, value: named(character), message: MESSAGE };
  });
  const more = lines.size - warnings.length;
  if (more === 0) return warnings;
  return [
    ...warnings,
    { file, line: 0, code, value: `${more}`, message: `And ${more} more of the same kind.` },
  ];
}
