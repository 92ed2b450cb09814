import { ImageRefusedError } from './image-refused.error.js';

/** Readers look for the header of a PDF this far into a file. */
const PDF_HEADER_WITHIN = 1024;

/** The end record of a ZIP and the longest comment that may follow it: readers look for it from the end of a file. */
const ZIP_END_WITHIN = 22 + 0xffff;

/** `<svg` alone is four bytes, which a thumbnail has by chance: a tag goes on after its name. */
const MARKUP = /<script|<\?php|<html|<!doctype|<svg[\s/>]/i;

/**
 * Refuses a file that something else could also be read from: a document, an archive, a page.
 * @param asides the parts of it that are no picture data
 * @throws ImageRefusedError
 */
export function assertNothingForeign(bytes: Buffer, asides: Buffer[]): void {
  const isForeign = isPdf(bytes) || endsAsZip(bytes) || asides.some(hasMarkup);
  if (isForeign) throw new ImageRefusedError('foreign_content');
}

const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, PDF_HEADER_WITHIN).includes('%PDF-');

/** Signature and the two disk numbers (0, or all ones with ZIP64): the signature alone happens by chance. */
function endsAsZip(bytes: Buffer): boolean {
  const tail = bytes.subarray(-ZIP_END_WITHIN).toString('latin1');
  return tail.includes('PK\x05\x06\0\0\0\0') || tail.includes('PK\x05\x06\xff\xff\xff\xff');
}

const hasMarkup = (aside: Buffer): boolean => MARKUP.test(aside.toString('latin1'));
