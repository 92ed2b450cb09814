import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import {
  type ImageRefusal,
  ImageRefusedError,
  type ImageType,
} from '../../../src/platform/images/image-type.js';
import { inspectImage } from '../../../src/platform/images/inspect-image.js';

/** Times Square, as a camera writes it. */
const GPS = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '40/1 45/1 2880/100',
  GPSLongitudeRef: 'W',
  GPSLongitude: '73/1 59/1 840/100',
};

interface Wanted {
  width?: number;
  height?: number;
  /** EXIF orientation, 1 to 8. */
  orientation?: number;
  background?: string;
}

const encoded = (image: Sharp, type: ImageType): Sharp =>
  image.toFormat(type === 'image/jpeg' ? 'jpeg' : (type.slice(6) as 'png'));

/** A picture as a phone takes it: with place, camera and, unless it is a GIF, orientation. */
export async function aPhoto(
  type: ImageType,
  { width = 64, height = 48, orientation = 1, background = '#3878b0' }: Wanted = {},
): Promise<Buffer> {
  const picture = sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { Make: 'Phone', Artist: 'Maria Park' }, IFD3: GPS })
    .withMetadata({ orientation });
  return encoded(picture, type).toBuffer();
}

/** So many frames, each of another grey. */
export async function anAnimation(
  type: 'image/gif' | 'image/webp',
  { frames = 3, side = 16, delay = 120 } = {},
): Promise<Buffer> {
  const pixels = Buffer.concat(
    Array.from({ length: frames }, (_, i) => Buffer.alloc(side * side * 3, (i * 37) % 256)),
  );
  const raw = { width: side, height: side * frames, channels: 3 as const, pageHeight: side };
  const strip = sharp(pixels, { raw });
  const timing = { loop: 2, delay: Array.from({ length: frames }, () => delay) };
  return (type === 'image/gif' ? strip.gif(timing) : strip.webp({ ...timing, lossless: true })).toBuffer();
}

/**
 * Photographic noise, which does not compress. The same every time: a JPEG has no checksums, and one in a hundred with a gap
 * is another picture without a fault.
 */
export function aNoisyPhoto(type: ImageType, width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  const noise = createHash('shake256', { outputLength: pixels.length * 3 })
    .update('noise')
    .digest();
  for (let at = 0; at < pixels.length; at += 1)
    pixels[at] = (noise[3 * at]! + noise[3 * at + 1]! + noise[3 * at + 2]!) / 3;
  return encoded(sharp(pixels, { raw: { width, height, channels: 3 } }), type).toBuffer();
}

const u32be = (value: number): Buffer => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value]);

export function pngChunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([u32be(data.length), typeAndData, u32be(crc32(typeAndData))]);
}

/** Behind the header chunk. */
export const withPngChunk = (png: Buffer, type: string, data: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, 33), pngChunk(type, data), png.subarray(33)]);

/** Black or white, one bit a pixel, as the header says; a picture only if the rows are there. */
export function pngOfSize(width: number, height: number, rows = Buffer.alloc(1)): Buffer {
  const header = Buffer.concat([u32be(width), u32be(height), Buffer.from([1, 0, 0, 0, 0])]);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const chunks = [
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...chunks]);
}

/** A whole one, every row of it: 30,000 × 30,000 black pixels in 110 kB. */
export const aBomb = (): Buffer => pngOfSize(30_000, 30_000, Buffer.alloc(30_000 * (1 + 30_000 / 8)));

/** `marker` without its 0xFF: 0xfe is a comment, 0xe0 to 0xef are applications' own. */
export function withJpegSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

/** Before the trailer. */
export function withGifComment(gif: Buffer, text: string): Buffer {
  const blocks = (text.match(/[^]{1,255}/g) ?? []).map((part) =>
    Buffer.from(`${String.fromCharCode(part.length)}${part}`, 'latin1'),
  );
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe]), ...blocks, Buffer.from([0])]);
  return Buffer.concat([gif.subarray(0, -1), comment, gif.subarray(-1)]);
}

/** At the end, with the size of the whole corrected. */
export function withWebpChunk(webp: Buffer, type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  const longer = Buffer.concat([webp, head, data, Buffer.alloc(data.length % 2)]);
  longer.writeUInt32LE(longer.length - 8, 4);
  return longer;
}

/** The shortest ZIP there is: an archive without a file. */
export const anEmptyZip = (): Buffer =>
  Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);

/** Null when it is not refused; anything thrown but a refusal goes on. */
export function refusalOf(bytes: Buffer, type: ImageType): ImageRefusal | null {
  try {
    inspectImage(bytes, type);
    return null;
  } catch (error) {
    if (error instanceof ImageRefusedError) return error.refusal;
    throw error;
  }
}

export const joined = (...parts: (Buffer | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
