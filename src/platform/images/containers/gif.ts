import { ByteReader, type Container, assertIntact, archivePart } from './container.js';

const HEADER_BYTES = 6;
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;

/**
 * GIF89a specification, §17 to §27.
 * @throws ImageRefusedError
 */
export function readGif(bytes: Buffer): Container {
  const reader = new ByteReader(bytes);
  reader.skip(HEADER_BYTES);
  const image = readScreen(reader);
  for (let block = reader.u8(); block !== TRAILER; block = reader.u8()) {
    assertIntact(block === IMAGE || block === EXTENSION);
    if (block === IMAGE) readFrame(reader, image);
    else readExtension(reader, image);
  }
  assertIntact(image.frames > 0);
  reader.expectOnlyPadding();
  return image;
}

function readScreen(reader: ByteReader): Container {
  const [width, height] = [reader.u16le(), reader.u16le()];
  const flags = reader.u8();
  reader.skip(2);
  return { width, height, frames: 0, asides: [readPalette(reader, flags)] };
}

function readPalette(reader: ByteReader, flags: number): Buffer {
  return reader.take(flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
}

/** A frame that reaches beyond the screen makes it larger: decoders do the same. */
function readFrame(reader: ByteReader, image: Container): void {
  const [left, top, width, height] = [reader.u16le(), reader.u16le(), reader.u16le(), reader.u16le()];
  assertIntact(width > 0 && height > 0);
  image.width = Math.max(image.width, left + width);
  image.height = Math.max(image.height, top + height);
  image.frames += 1;
  archivePart(image.asides, readPalette(reader, reader.u8()));
  reader.skip(1);
  for (let length = reader.u8(); length > 0; length = reader.u8()) reader.skip(length);
}

function readExtension(reader: ByteReader, image: Container): void {
  reader.skip(1);
  archivePart(image.asides, readSubBlocks(reader));
}

/** Joined: what a comment says does not depend on where its blocks of 255 bytes are cut. */
function readSubBlocks(reader: ByteReader): Buffer {
  const blocks: Buffer[] = [];
  for (let length = reader.u8(); length > 0; length = reader.u8()) archivePart(blocks, reader.take(length));
  return Buffer.concat(blocks);
}
