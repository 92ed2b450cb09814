import type { Container } from './containers/container.js';
import { readGif } from './containers/gif.js';
import { readJpeg } from './containers/jpeg.js';
import { readPng } from './containers/png.js';
import { readWebp } from './containers/webp.js';
import { assertNothingForeign } from './foreign-content.js';
import { ImageRefusedError } from './image-refused.error.js';
import { IMAGE_TYPES, type ImageType } from './image-type.js';

/** A phone's 48 megapixels, and no more: two of them decoded at once fit into any server. Frames count. */
const MOST_PIXELS = 50_000_000;
const LONGEST_SIDE = 20_000;
const MOST_FRAMES = 500;

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
  const bounded =
    frames <= MOST_FRAMES &&
    Math.max(width, height) <= LONGEST_SIDE &&
    width * height * frames <= MOST_PIXELS;
  if (!bounded) throw new ImageRefusedError('too_large');
}
