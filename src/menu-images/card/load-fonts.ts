import { loadSharp } from '../../images/load-sharp.js';

/** A font that was named once is known to every later text of the process. */
export async function loadFonts(files: string[]): Promise<void> {
  const sharp = await loadSharp();
  for (const fontfile of files) await sharp({ text: { text: '.', fontfile } }).toBuffer();
}
