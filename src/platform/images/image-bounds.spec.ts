import { describe, expect, it } from '@jest/globals';
import {
  anAnimation,
  aPhoto,
  joined,
  pngChunk,
  pngOfSize,
  refusalOf,
} from '../../../test/support/files/images.js';
import type { ImageType } from './image-type.js';
import { inspectImage } from './inspect-image.js';

describe('the bounds', () => {
  it.each([
    ['30,000 × 30,000', 30_000, 30_000],
    ['the largest there can be', 2 ** 31 - 1, 2 ** 31 - 1],
    ['one pixel row more than 50 megapixels', 10_000, 5_001],
    ['a line', 20_001, 1],
  ])('refuse %s', (_, width, height) => {
    expect(refusalOf(pngOfSize(width, height), 'image/png')).toBe('too_large');
  });

  it('let 50 megapixels in', () => {
    expect(refusalOf(pngOfSize(10_000, 5_000), 'image/png')).toBeNull();
  });

  it('refuse a file of millions of empty parts', async () => {
    const [gif, png, jpeg] = [
      await aPhoto('image/gif'),
      await aPhoto('image/png'),
      await aPhoto('image/jpeg'),
    ];
    const many = (part: Buffer): Buffer => Buffer.alloc(5_000_000 - (5_000_000 % part.length), part);
    const files: [ImageType, Buffer][] = [
      ['image/gif', joined(gif.subarray(0, -1), many(joined('\x21\xfe\0')), ';')],
      ['image/gif', joined(gif.subarray(0, -1), '\x21\xfe', many(joined('\x01x')), '\0;')],
      ['image/png', joined(png.subarray(0, 33), many(pngChunk('tEXt', Buffer.alloc(0))), png.subarray(33))],
      ['image/jpeg', joined(jpeg.subarray(0, 2), many(joined('\xff\xfe\0\x02')), jpeg.subarray(2))],
    ];
    for (const [type, file] of files) {
      expect(refusalOf(file, type)).toBe('too_large');
    }
  });

  it('refuse an image of nothing', () => {
    expect(refusalOf(pngOfSize(0, 5), 'image/png')).toBe('damaged');
  });

  it.each(['image/gif', 'image/webp'] as const)('count the frames of %s', async (type) => {
    expect(inspectImage(await anAnimation(type, { frames: 5 }), type)).toMatchObject({
      width: 16,
      height: 16,
      frames: 5,
    });
    expect(refusalOf(await anAnimation(type, { frames: 501, side: 2 }), type)).toBe('too_large');
  });

  it('count the pixels of all frames', async () => {
    const gif = Buffer.from(await anAnimation('image/gif', { frames: 5 }));
    gif.writeUInt16LE(1600, 6);
    gif.writeUInt16LE(1500, 8);
    expect(refusalOf(gif, 'image/gif')).toBeNull();
    gif.writeUInt16LE(1501, 8);
    expect(refusalOf(gif, 'image/gif')).toBe('too_large');
  });

  it('count a frame that reaches beyond its screen', async () => {
    const gif = Buffer.from(await anAnimation('image/gif', { frames: 1, side: 16 }));
    // The frame follows the screen (13 bytes) and its palette (two colours).
    const frame = gif.indexOf(0x2c, 19);
    gif.writeUInt16LE(10_000, frame + 1);
    gif.writeUInt16LE(4_000, frame + 3);
    expect(inspectImage(gif, 'image/gif')).toMatchObject({ width: 10_016, height: 4_016 });
    gif.writeUInt16LE(5_000, frame + 3);
    expect(refusalOf(gif, 'image/gif')).toBe('too_large');
  });
});
