import { describe, expect, it } from '@jest/globals';
import exifr from 'exifr';
import fc from 'fast-check';
import sharp from 'sharp';
import {
  aNoisyPhoto,
  aPhoto,
  anAnimation,
  withGifComment,
  withJpegSegment,
  withPngChunk,
} from '../../../test/support/files/images.js';
import { IMAGE_TYPES, ImageRefusedError, type ImageType, MAX_IMAGE_BYTES } from './image-type.js';
import { inspectImage } from './inspect-image.js';
import { prepareImage } from './prepare-image.js';

const refusal = (bytes: Buffer, type: ImageType) =>
  prepareImage(bytes, type).then(
    () => null,
    (error: unknown) => (error instanceof ImageRefusedError ? error.refusal : error),
  );

/** Red, green and blue at a place. */
async function colourAt(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const pixel = sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw();
  return [...(await pixel.toBuffer())];
}

describe('a damaged image', () => {
  it.each(['image/jpeg', 'image/png', 'image/webp'] as const)(
    'fails: %s without its picture data',
    async (type) => {
      const photo = await aNoisyPhoto(type, 64, 48);
      const middle = Math.floor(photo.length / 2);
      const cut = Buffer.concat([photo.subarray(0, middle), photo.subarray(middle + 200)]);
      expect(await refusal(cut, type)).toBe('damaged');
    },
  );

  it('fails: a JPEG that ends in the middle of its scan, with an end marker', async () => {
    const photo = await aNoisyPhoto('image/jpeg', 200, 200);
    const cut = Buffer.concat([photo.subarray(0, Math.floor(photo.length / 2)), Buffer.from([0xff, 0xd9])]);
    expect(inspectImage(cut, 'image/jpeg').frames).toBe(1);
    expect(await refusal(cut, 'image/jpeg')).toBe('damaged');
  });

  it.each(IMAGE_TYPES)('never makes anything but a refusal: %s', async (type) => {
    const photo = await aPhoto(type);
    const change = fc.record({ at: fc.nat(photo.length - 1), to: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const bytes = Buffer.from(photo);
        for (const { at, to } of changes) bytes[at] = to;
        expect([null, 'other_type', 'damaged', 'too_large', 'foreign_content']).toContain(
          await refusal(bytes, type),
        );
      }),
      { numRuns: 150 },
    );
  });
});

describe.each(IMAGE_TYPES)('%s', (type) => {
  it('stays what it is', async () => {
    const prepared = await prepareImage(await aPhoto(type, { width: 90, height: 60 }), type);
    expect(prepared).toMatchObject({ width: 90, height: 60 });
    expect(inspectImage(prepared.bytes, type)).toMatchObject({ width: 90, height: 60, frames: 1 });
  });

  it('loses place, camera, author, comments and whatever else was written into it', async () => {
    const photo = await aPhoto(type);
    const marked: Record<ImageType, Buffer> = {
      'image/jpeg': withJpegSegment(photo, 0xfe, Buffer.from('Maria Park, 5 Elm Street')),
      'image/png': withPngChunk(photo, 'tEXt', Buffer.from('Comment\0Maria Park, 5 Elm Street')),
      'image/webp': photo,
      'image/gif': withGifComment(photo, 'Maria Park, 5 Elm Street'),
    };
    expect(marked[type].toString('latin1')).toContain('Maria Park');
    const { bytes } = await prepareImage(marked[type], type);
    expect(bytes.toString('latin1')).not.toMatch(/Maria|Elm Street|Exif|Phone|xmp/i);
    const { exif, xmp, iptc, icc, comments } = await sharp(bytes).metadata();
    expect([exif, xmp, iptc, icc, comments].filter(Boolean)).toEqual([]);
  });

  it('becomes at most 2,048 pixels long, and never larger', async () => {
    const wide = await prepareImage(await aPhoto(type, { width: 3000, height: 1000 }), type);
    expect([wide.width, wide.height]).toEqual([2048, 683]);
    const small = await prepareImage(await aPhoto(type, { width: 3, height: 2 }), type);
    expect([small.width, small.height]).toEqual([3, 2]);
  });

  it('passes again once it is prepared: the result is refused by none of the rules', async () => {
    const { bytes } = await prepareImage(await aNoisyPhoto(type, 120, 80), type);
    expect(await refusal(bytes, type)).toBeNull();
  });
});

describe.each(['image/jpeg', 'image/png'] as const)('the place in %s', (type) => {
  it('goes', async () => {
    const photo = await aPhoto(type);
    expect(await exifr.gps(photo)).toMatchObject({ latitude: 40.758 });
    const { bytes } = await prepareImage(photo, type);
    expect(await exifr.gps(bytes).catch(() => undefined)).toBeUndefined();
  });
});

describe('a prepared image', () => {
  it('stands upright', async () => {
    // Left half red, right half blue, and a camera held sideways: orientation 6 turns it clockwise.
    const halves = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#f00' } })
      .composite([
        { input: { create: { width: 40, height: 40, channels: 3, background: '#00f' } }, left: 40, top: 0 },
      ])
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer();
    const { bytes, width, height } = await prepareImage(halves, 'image/png');
    expect([width, height]).toEqual([40, 80]);
    expect([await colourAt(bytes, 20, 10), await colourAt(bytes, 20, 70)]).toEqual([
      [255, 0, 0],
      [0, 0, 255],
    ]);
  });

  it('takes the colours of sRGB, whatever profile it came with', async () => {
    const p3 = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#308040' } })
      .withIccProfile('p3')
      .png()
      .toBuffer();
    expect(await colourAt(p3, 4, 4)).not.toEqual([48, 128, 64]);
    const { bytes } = await prepareImage(p3, 'image/png');
    const [red, green, blue] = await colourAt(bytes, 4, 4);
    expect(Math.abs(red! - 48) + Math.abs(green! - 128) + Math.abs(blue! - 64)).toBeLessThan(6);
  });

  it.each(['image/gif', 'image/webp'] as const)('keeps frames, pace and repetitions: %s', async (type) => {
    const { bytes, width, height } = await prepareImage(await anAnimation(type, { frames: 4 }), type);
    expect([width, height]).toEqual([16, 16]);
    expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({
      pages: 4,
      loop: 2,
      delay: [120, 120, 120, 120],
    });
  });

  it('gets smaller when it would be too heavy', async () => {
    const light = await sharp(await aNoisyPhoto('image/jpeg', 2048, 2048))
      .webp({ quality: 20 })
      .toBuffer();
    const png = await sharp(light).png({ palette: true, colours: 16 }).toBuffer();
    expect(png.length).toBeLessThan(MAX_IMAGE_BYTES);
    const { bytes, width } = await prepareImage(png, 'image/png');
    expect(bytes.length).toBeLessThanOrEqual(MAX_IMAGE_BYTES);
    expect(width).toBeGreaterThan(700);
  });
});
