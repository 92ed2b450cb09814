import type { Container } from './containers/container.js';
import { readGif } from './containers/gif.js';
import { readJpeg } from './containers/jpeg.js';
import { readPng } from './containers/png.js';
import { readWebp } from './containers/webp.js';
import { IMAGE_TYPES, ImageRefusedError, type ImageType } from './image-type.js';

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
function assertNothingForeign(bytes: Buffer, asides: Buffer[]): void {
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

/** A phone's 48 megapixels, and no more: two of them decoded at once fit into any server. */
const MAX_PIXELS = 50_000_000;
/** Pixels of all frames together: frames are encoded separately, which takes ten times as long as a photo of as many. */
const MAX_ANIMATED_PIXELS = 12_000_000;
const MAX_SIDE = 20_000;
const MAX_FRAMES = 500;

const FORMATS: Record<ImageType, { magic: RegExp; read: (bytes: Buffer) => Container }> = {
  'image/jpeg': { magic: /^\xff\xd8\xff/, read: readJpeg },
  'image/png': { magic: /^\x89PNG\r\n\x1a\n/, read: readPng },
  'image/webp': { magic: /^RIFF[^]{4}WEBP/, read: readWebp },
  'image/gif': { magic: /^GIF8[79]a/, read: readGif },
};

const beginsAs = (bytes: Buffer, type: ImageType): boolean =>
  FORMATS[type].magic.test(bytes.toString('latin1', 0, 16));

/** By how the file begins; null when it begins as none of them. */
export const findImageType = (bytes: Buffer): ImageType | null =>
  IMAGE_TYPES.find((type) => beginsAs(bytes, type)) ?? null;

/**
 * Looks a file over from the outside, before any decoder sees it: the type that it claims, whole to its end, of a size
 * that we decode, and nothing besides an image.
 * @throws ImageRefusedError
 */
export function inspectImage(bytes: Buffer, type: ImageType): Container {
  if (!beginsAs(bytes, type)) throw new ImageRefusedError('other_type');
  const image = FORMATS[type].read(bytes);
  assertNothingForeign(bytes, image.asides);
  assertBounded(image);
  return image;
}

function assertBounded({ width, height, frames }: Container): void {
  if (width === 0 || height === 0) throw new ImageRefusedError('damaged');
  const pixels = frames > 1 ? MAX_ANIMATED_PIXELS : MAX_PIXELS;
  const bounded =
    frames <= MAX_FRAMES && Math.max(width, height) <= MAX_SIDE && width * height * frames <= pixels;
  if (!bounded) throw new ImageRefusedError('too_large');
}
