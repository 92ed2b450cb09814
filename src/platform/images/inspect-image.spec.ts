import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  aPhoto,
  anEmptyZip,
  joined,
  pngChunk,
  refusalOf,
  withGifComment,
  withJpegSegment,
  withPngChunk,
  withWebpChunk,
} from '../../../test/support/files/images.js';
import { IMAGE_TYPES } from './image-type.js';
import { inspectImage } from './inspect-image.js';
import { prepareImage } from './prepare-image.js';

const PAGE = '<script>alert(1)</script>';

describe('a file of another type', () => {
  it.each(IMAGE_TYPES)('fails as %s, whatever image it is', async (declared) => {
    for (const type of IMAGE_TYPES.filter((other) => other !== declared))
      expect(refusalOf(await aPhoto(type), declared)).toBe('other_type');
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['HTML', '<!doctype html><title>Hi</title>'],
    ['PDF', '%PDF-1.7\n'],
    ['TIFF', 'II*\0\x08\0\0\0'],
    ['nothing', ''],
    ['half a magic number', '\x89PN'],
  ])('fails: %s', (_, text) => {
    for (const type of IMAGE_TYPES) expect(refusalOf(joined(text), type)).toBe('other_type');
  });
});

describe.each(IMAGE_TYPES)('%s', (type) => {
  it('says its size', async () => {
    expect(inspectImage(await aPhoto(type), type)).toMatchObject({ width: 64, height: 48, frames: 1 });
  });

  it('fails wherever it is cut off', async () => {
    const photo = await aPhoto(type);
    for (let length = 16; length < photo.length; length += 1)
      expect([length, refusalOf(photo.subarray(0, length), type)]).toEqual([length, 'damaged']);
  });

  it('passes when it is padded with zeros', async () => {
    expect(refusalOf(joined(await aPhoto(type), Buffer.alloc(700)), type)).toBeNull();
  });

  it.each([
    ['a page', PAGE],
    ['a ZIP', anEmptyZip()],
    ['a film', '\0\0\0\x18ftypmp42'],
    ['one byte', '\x01'],
  ])('fails with %s behind it', async (_, more) => {
    expect(refusalOf(joined(await aPhoto(type), more), type)).toBe('foreign_content');
    expect(refusalOf(joined(await aPhoto(type), '\0\0\0', more), type)).toBe('foreign_content');
  });

  it('never throws anything but a refusal, whatever was changed in it', async () => {
    const photo = await aPhoto(type);
    const change = fc.record({ at: fc.nat(photo.length - 1), to: fc.uint8Array({ maxLength: 8 }) });
    const changes = fc.array(change, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(changes, fc.nat(photo.length), (all, length) => {
        const bytes = Buffer.from(photo);
        for (const { at, to } of all) bytes.set(to.subarray(0, photo.length - at), at);
        refusalOf(bytes, type);
        refusalOf(bytes.subarray(0, length), type);
      }),
      { numRuns: 2000 },
    );
  });

  it('never throws anything but a refusal, whatever follows the magic number', async () => {
    const magic = (await aPhoto(type)).subarray(0, 12);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        refusalOf(joined(magic, Buffer.from(bytes)), type);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('foreign content within', () => {
  it.each(['<script>', '<?php echo 1 ?>', '<HTML>', '<!DOCTYPE html>', '<svg onload=x>'])(
    'a comment is refused: %s',
    async (markup) => {
      const [jpeg, png, gif] = [
        await aPhoto('image/jpeg'),
        await aPhoto('image/png'),
        await aPhoto('image/gif'),
      ];
      const text = `${'x'.repeat(300)}${markup}`;
      expect(refusalOf(withJpegSegment(jpeg, 0xfe, joined(text)), 'image/jpeg')).toBe('foreign_content');
      expect(refusalOf(withPngChunk(png, 'tEXt', joined('Comment\0', text)), 'image/png')).toBe(
        'foreign_content',
      );
      expect(refusalOf(withGifComment(gif, text), 'image/gif')).toBe('foreign_content');
    },
  );

  it('a comment of a GIF is refused also where its blocks are cut', async () => {
    const gif = withGifComment(await aPhoto('image/gif'), `${'x'.repeat(252)}${PAGE}`);
    expect(refusalOf(gif, 'image/gif')).toBe('foreign_content');
  });

  it.each(['EXIF', 'XMP ', 'ICCP', 'abcd'])('a WebP chunk is refused: %s', async (type) => {
    const webp = withWebpChunk(await aPhoto('image/webp'), type, joined(PAGE));
    expect(refusalOf(webp, 'image/webp')).toBe('foreign_content');
  });

  it.each([0xe0, 0xe1, 0xe2, 0xed, 0xef])(
    'an application segment of a JPEG is refused: %i',
    async (marker) => {
      const jpeg = withJpegSegment(await aPhoto('image/jpeg'), marker, joined('Exif\0\0', PAGE));
      expect(refusalOf(jpeg, 'image/jpeg')).toBe('foreign_content');
    },
  );

  it('a PDF header near the beginning is refused, one further on means nothing', async () => {
    const jpeg = await aPhoto('image/jpeg');
    expect(refusalOf(withJpegSegment(jpeg, 0xfe, joined('%PDF-1.7')), 'image/jpeg')).toBe('foreign_content');
    const later = joined('x'.repeat(1100), '%PDF-1.7');
    expect(refusalOf(withJpegSegment(jpeg, 0xfe, later), 'image/jpeg')).toBeNull();
  });

  it('a ZIP is refused also inside of the image', async () => {
    const png = await aPhoto('image/png');
    const withZip = joined(png.subarray(0, -12), pngChunk('prVt', anEmptyZip()), png.subarray(-12));
    expect(refusalOf(withZip, 'image/png')).toBe('foreign_content');
    expect(
      refusalOf(withGifComment(await aPhoto('image/gif'), anEmptyZip().toString('latin1')), 'image/gif'),
    ).toBe('foreign_content');
  });

  it('honest words are none', async () => {
    const words = joined('Class of <2030>: script & html, 100 % <3 <svgs');
    expect(refusalOf(withJpegSegment(await aPhoto('image/jpeg'), 0xfe, words), 'image/jpeg')).toBeNull();
  });
});

describe('further pictures behind a JPEG', () => {
  it('pass as phones append them', async () => {
    const jpeg = await aPhoto('image/jpeg');
    const preview = await aPhoto('image/jpeg', { width: 16, height: 12 });
    const file = joined(jpeg, preview, '\0\0', preview, '\0');
    expect(inspectImage(file, 'image/jpeg')).toMatchObject({ width: 64, height: 48 });
  });

  it('get the same look as the first', async () => {
    const jpeg = await aPhoto('image/jpeg');
    expect(refusalOf(joined(jpeg, withJpegSegment(jpeg, 0xfe, joined(PAGE))), 'image/jpeg')).toBe(
      'foreign_content',
    );
    expect(refusalOf(joined(jpeg, jpeg.subarray(0, -40)), 'image/jpeg')).toBe('damaged');
    expect(refusalOf(joined(jpeg, '\xff\xd8\xff\xd9'), 'image/jpeg')).toBe('damaged');
  });

  it('make no album', async () => {
    const jpeg = await aPhoto('image/jpeg');
    expect(refusalOf(joined(...Array.from({ length: 9 }, () => jpeg)), 'image/jpeg')).toBe('foreign_content');
  });
});

describe("a camera's own trailer behind a JPEG", () => {
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };

  /** As Samsung's camera writes it: a block, then the directory that points back to it. */
  function trailer(data: string, offset = 24 + data.length): Buffer {
    const block = joined('\0\0\x01\x0a', number(16), 'Image_UTC_Data\0\0', data);
    const directory = joined(
      'SEFH',
      number(106),
      number(1),
      '\0\0\x01\x0a',
      number(offset),
      number(block.length),
    );
    return joined(block, directory, number(directory.length), 'SEFT');
  }

  it('passes', async () => {
    const photo = joined(await aPhoto('image/jpeg'), trailer('1763719200000'));
    expect(refusalOf(photo, 'image/jpeg')).toBeNull();
    const { bytes } = await prepareImage(photo, 'image/jpeg');
    expect(bytes.includes('SEFT')).toBe(false);
  });

  it('fails with anything before it or behind it, and with markup in it', async () => {
    const photo = await aPhoto('image/jpeg');
    for (const file of [
      joined(photo, 'MZ', trailer('1763719200000')),
      joined(photo, trailer('1763719200000'), 'MZ'),
      joined(photo, trailer('1763719200000', 3)),
      joined(photo, trailer(PAGE)),
      joined(photo, 'SEFT'),
    ])
      expect(refusalOf(file, 'image/jpeg')).toBe('foreign_content');
  });
});

describe('a PNG', () => {
  it('fails with a wrong checksum', async () => {
    const png = Buffer.from(await aPhoto('image/png'));
    png.writeUInt8(png.readUInt8(40) ^ 1, 40);
    expect(refusalOf(png, 'image/png')).toBe('damaged');
  });

  it('fails with an unknown chunk that one cannot do without', async () => {
    const png = await aPhoto('image/png');
    expect(refusalOf(withPngChunk(png, 'ABCD', Buffer.alloc(3)), 'image/png')).toBe('damaged');
    expect(refusalOf(withPngChunk(png, 'abCd', Buffer.alloc(3)), 'image/png')).toBeNull();
    expect(refusalOf(withPngChunk(png, 'IHDR', Buffer.alloc(13)), 'image/png')).toBe('damaged');
  });
});
