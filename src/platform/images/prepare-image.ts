import type { Sharp } from 'sharp';
import { currentCaller } from '../auth/current-caller.js';
import { FairQueue } from '../concurrency/fair-queue.js';
import { ImageRefusedError, type ImageType, loadSharp, MAX_IMAGE_BYTES } from './image-type.js';
import { inspectImage } from './inspect-image.js';

/** Pixels: a photo that fills the largest phone, and no more of it. */
const MAX_SIDE = 2048;

/** A picture that is too heavy as it is gets smaller, so many times. */
const MAX_ATTEMPTS = 3;

/** Seconds; an honest picture takes one. */
const DEADLINE = 20;

export interface PreparedImage {
  bytes: Buffer;
  /** Pixels, as shown; of one frame. */
  width: number;
  height: number;
}

const ENCODERS: Record<ImageType, (image: Sharp) => Sharp> = {
  'image/jpeg': (image) => image.jpeg({ quality: 85 }),
  'image/png': (image) => image.png(),
  'image/webp': (image) => image.webp({ quality: 85 }),
  'image/gif': (image) => image.gif({ effort: 3 }),
};

const queue = new FairQueue(2);

/**
 * The picture as new bytes: upright, in sRGB, of a bounded size, and without anything that is not picture (location, camera,
 * comments, thumbnails). GIF and WebP keep their animation.
 * @param outputType type of the result: that of the input unless given
 * @throws ImageRefusedError when the bytes are no such image, or not one alone
 */
export async function prepareImage(
  bytes: Buffer,
  type: ImageType,
  outputType = type,
): Promise<PreparedImage> {
  inspectImage(bytes, type);
  const animated = type === 'image/gif' || type === 'image/webp';
  return queue.run(currentCaller(), async () => {
    let side = MAX_SIDE;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const prepared = await encode(bytes, { animated, outputType }, side);
      if (prepared.bytes.length <= MAX_IMAGE_BYTES) return prepared;
      side = smallerSide(prepared);
    }
    throw new ImageRefusedError('too_large');
  });
}

/** Pixels: as sharp as any printer, and smaller where a drawing is full of grain. */
const DRAWING_SIZES = [1200, 600, 300].map((width) => ({ width, height: width / 3 }));

/**
 * A drawn signature as new bytes: in grey on white, of a bounded size.
 * @param bytes PNG
 * @param most bytes of the result
 * @throws ImageRefusedError when they are no such image
 */
export async function prepareDrawing(bytes: Buffer, most: number): Promise<Buffer> {
  inspectImage(bytes, 'image/png');
  const sharp = await loadSharp();
  return queue.run(currentCaller(), async () => {
    for (const size of DRAWING_SIZES) {
      const drawn = sharp(bytes, { failOn: 'warning', autoOrient: true })
        .resize({ ...size, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: 'white' })
        .toColourspace('b-w')
        .timeout({ seconds: DEADLINE });
      const png = await refusing(drawn.png({ compressionLevel: 9 }).toBuffer());
      if (png.length <= most) return png;
    }
    throw new ImageRefusedError('too_large');
  });
}

/** @throws ImageRefusedError */
const refusing = <T>(encoded: Promise<T>): Promise<T> =>
  encoded.catch((error: Error) => {
    throw new ImageRefusedError(error.message.includes('timeout') ? 'too_large' : 'damaged');
  });

/**
 * The first frame of it, upright and in sRGB, no longer than `side` pixels.
 * @param bytes of a picture that `prepareImage` has made
 * @throws ImageRefusedError when they cannot be read
 */
export async function smallerImage(
  bytes: Buffer,
  side: number,
  outputType: ImageType,
): Promise<PreparedImage> {
  return queue.run(currentCaller(), () => encode(bytes, { animated: false, outputType }, side));
}

/** Without being told to keep them, sharp drops all metadata and converts to sRGB. */
async function encode(
  bytes: Buffer,
  { animated, outputType }: { animated: boolean; outputType: ImageType },
  side: number,
): Promise<PreparedImage> {
  const sharp = await loadSharp();
  const upright = sharp(bytes, { failOn: 'warning', animated, autoOrient: true })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: DEADLINE });
  const { data, info } = await refusing(ENCODERS[outputType](upright).toBuffer({ resolveWithObject: true }));
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
}

/** Bytes grow about as pixels do; a tenth to be sure. */
const smallerSide = ({ bytes, width, height }: PreparedImage): number =>
  Math.floor(Math.max(width, height) * Math.sqrt(MAX_IMAGE_BYTES / bytes.length) * 0.9);
