import { ByteReader, type Container, assertIntact, archivePart } from './container.js';

const PICTURE_DATA = ['VP8 ', 'VP8L', 'ALPH'];

interface Chunk {
  type: string;
  data: Buffer;
}

/**
 * RFC 9649. A chunk that we do not know is allowed, and an aside.
 * @throws ImageRefusedError
 */
export function readWebp(bytes: Buffer): Container {
  const file = new ByteReader(bytes);
  file.skip(4);
  const body = new ByteReader(file.take(file.u32le()));
  file.expectOnlyPadding();
  assertIntact(body.ascii(4) === 'WEBP');
  const chunks = readChunks(body);
  const pictures = chunks.flatMap(({ type, data }) =>
    type === 'ANMF' ? frameChunks(data) : [{ type, data }],
  );
  const frames = pictures.filter(({ type }) => type === 'VP8 ' || type === 'VP8L').length;
  assertIntact(frames > 0);
  const asides = pictures.filter(({ type }) => !PICTURE_DATA.includes(type)).map(({ data }) => data);
  return { ...sizeOf(chunks[0]), frames, asides };
}

function readChunks(reader: ByteReader): Chunk[] {
  const chunks: Chunk[] = [];
  while (!reader.atEnd) {
    const type = reader.ascii(4);
    const data = reader.take(reader.u32le());
    if (data.length % 2 === 1) assertIntact(reader.u8() === 0);
    archivePart(chunks, { type, data });
  }
  return chunks;
}

/** §2.7.1.1: place, size, duration and flags in 16 bytes, then the chunks of one frame. */
function frameChunks(frame: Buffer): Chunk[] {
  assertIntact(frame.length > 16);
  return readChunks(new ByteReader(frame.subarray(16)));
}

function sizeOf(chunk: Chunk | undefined): { width: number; height: number } {
  assertIntact(chunk !== undefined);
  const reader = new ByteReader(chunk.data);
  if (chunk.type === 'VP8X') return canvasSize(reader);
  if (chunk.type === 'VP8L') return losslessSize(reader);
  assertIntact(chunk.type === 'VP8 ');
  return lossySize(reader);
}

function canvasSize(reader: ByteReader): { width: number; height: number } {
  reader.skip(4);
  return { width: reader.u24le() + 1, height: reader.u24le() + 1 };
}

/** RFC 6386 §9.1: the upper two bits are a scaling hint. */
function lossySize(reader: ByteReader): { width: number; height: number } {
  reader.skip(3);
  assertIntact(reader.take(3).equals(Buffer.from([0x9d, 0x01, 0x2a])));
  return { width: reader.u16le() & 0x3fff, height: reader.u16le() & 0x3fff };
}

/** RFC 9649 §3.4: 14 bits each, less one. */
function losslessSize(reader: ByteReader): { width: number; height: number } {
  assertIntact(reader.u8() === 0x2f);
  const bits = reader.u32le();
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
