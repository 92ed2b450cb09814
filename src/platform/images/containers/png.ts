import { crc32 } from 'node:zlib';
import { ByteReader, type Container, assertIntact, archivePart } from './container.js';

const SIGNATURE_BYTES = 8;

/** Chunks with pixels. Of an animation (`fdAT`) the decoder takes the still picture alone. */
const PICTURE_DATA = ['IDAT', 'fdAT'];
/** Chunks that we know whose names begin with a capital: an image with an unknown one cannot be displayed (§5.4). */
const CRITICAL = ['IHDR', 'PLTE', 'IDAT', 'IEND'];

/**
 * PNG, third edition, §5.
 * @throws ImageRefusedError
 */
export function readPng(bytes: Buffer): Container {
  const reader = new ByteReader(bytes);
  reader.skip(SIGNATURE_BYTES);
  const image = readHeader(reader);
  for (let hasPicture = false; ;) {
    const { type, data } = readChunk(reader);
    assertIntact(type !== 'IHDR' && (/^[a-z]/.test(type) || CRITICAL.includes(type)));
    if (type === 'IEND') {
      assertIntact(hasPicture && data.length === 0);
      break;
    }
    if (type === 'IDAT') hasPicture = true;
    if (!PICTURE_DATA.includes(type)) archivePart(image.asides, data);
  }
  reader.expectOnlyPadding();
  return image;
}

function readHeader(reader: ByteReader): Container {
  const { type, data } = readChunk(reader);
  assertIntact(type === 'IHDR' && data.length === 13);
  return { width: data.readUInt32BE(0), height: data.readUInt32BE(4), frames: 1, asides: [] };
}

function readChunk(reader: ByteReader): { type: string; data: Buffer } {
  const length = reader.u32be();
  const typeAndData = reader.rest.subarray(0, 4 + length);
  const type = reader.ascii(4);
  const data = reader.take(length);
  assertIntact(/^[A-Za-z]{4}$/.test(type) && reader.u32be() === crc32(typeAndData));
  return { type, data };
}
