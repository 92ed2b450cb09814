import { extname } from 'node:path';
import { isStreamSafe, normalizeText } from '../../text/normalize.js';

/** Contract section 0, rule 4: as a title. */
const MAX_CHARACTERS = 200;

/**
 * The name of a file as it is kept: without folders and control characters, and with its extension whatever its length.
 * @returns null when nothing is left but an extension, or not even that; or when it has more than 30 marks in a row
 */
export function fileNameOf(sent: string): string | null {
  const last = sent.split(/[/\\]/).at(-1);
  // Characters that turn the direction of writing, which would hide the extension, are not in it any more.
  const name = normalizeText(last);
  if (!name || !isStreamSafe(name)) return null;
  const extension = extname(name);
  const title = name.slice(0, name.length - extension.length).trimEnd();
  if (!title || !extension) return null;
  return (
    [...title]
      .slice(0, MAX_CHARACTERS - [...extension].length)
      .join('')
      .trimEnd() + extension
  );
}
