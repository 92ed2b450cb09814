import { ImageRefusedError } from '../image-type.js';
import { ByteReader, type Container, assertIntact, archivePart } from './container.js';

/*
 * Samsung's cameras append a trailer to a JPEG: blocks of data, then a directory `SEFH version count entries`, its length
 * and `SEFT`. An entry says how far before the directory its block begins. Numbers are little-endian.
 */
const DIRECTORY = Buffer.from('SEFH');
const END = Buffer.from('SEFT');
/** Length of the directory and `SEFT`. */
const TAIL = 8;
const HEAD = 12;
const ENTRY = 12;

/** Whether the bytes are one such trailer from their first to their last. */
function isSamsungTrailer(bytes: Buffer): boolean {
  if (bytes.length < HEAD + TAIL || !bytes.subarray(-END.length).equals(END)) return false;
  const start = bytes.length - TAIL - bytes.readUInt32LE(bytes.length - TAIL);
  if (start < 0 || !bytes.subarray(start, start + DIRECTORY.length).equals(DIRECTORY)) return false;
  const directory = bytes.subarray(start, -TAIL);
  if (directory.length < HEAD) return false;
  const entries = directory.readUInt32LE(8);
  if (directory.length !== HEAD + entries * ENTRY) return false;
  return furthestOffset(directory, entries) === start;
}

function furthestOffset(directory: Buffer, entries: number): number {
  let furthest = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    furthest = Math.max(furthest, directory.readUInt32LE(HEAD + entry * ENTRY + 4));
  }
  return furthest;
}

/** Phones append a depth map, a gain map, a preview (CIPA DC-007, "MPF"); nobody appends an album. */
const MAX_PICTURES = 8;

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;
/** SOF0 to SOF15 without DHT, JPG and DAC, which lie between them. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * ITU-T T.81 annex B. The picture that counts is the first.
 * @throws ImageRefusedError
 */
export function readJpeg(bytes: Buffer): Container {
  const reader = new ByteReader(bytes);
  const first = readPicture(reader);
  for (let pictures = 1; ; pictures += 1) {
    if (isSamsungTrailer(reader.rest)) {
      archivePart(first.asides, reader.rest);
      return first;
    }
    reader.skipZeros();
    if (reader.atEnd) return first;
    const another = reader.peek(0) === 0xff && reader.peek(1) === START_OF_IMAGE;
    if (!another || pictures >= MAX_PICTURES) throw new ImageRefusedError('foreign_content');
    first.asides.push(...readPicture(reader).asides);
  }
}

function readPicture(reader: ByteReader): Container {
  const picture: Container = { width: 0, height: 0, frames: 0, asides: [] };
  let scans = 0;
  assertIntact(nextMarker(reader) === START_OF_IMAGE);
  for (let marker = nextMarker(reader); marker !== END_OF_IMAGE; marker = nextMarker(reader)) {
    const segment = readSegment(reader);
    if (isFrame(marker)) readFrame(picture, segment);
    else if (marker === START_OF_SCAN) scans += skipScan(reader);
    else archivePart(picture.asides, segment);
  }
  assertIntact(picture.frames === 1 && scans > 0);
  return picture;
}

/** Any number of 0xFF may stand before a marker. */
function nextMarker(reader: ByteReader): number {
  assertIntact(reader.u8() === 0xff);
  for (;;) {
    const marker = reader.u8();
    if (marker !== 0xff) return marker;
  }
}

function readSegment(reader: ByteReader): Buffer {
  const length = reader.u16be();
  assertIntact(length >= 2);
  return reader.take(length - 2);
}

/** Hierarchical pictures have several frames; no camera writes them and no decoder of ours reads them. */
function readFrame(picture: Container, segment: Buffer): void {
  assertIntact(picture.frames === 0 && segment.length >= 6);
  picture.frames = 1;
  picture.height = segment.readUInt16BE(1);
  picture.width = segment.readUInt16BE(3);
}

/** Stops before the marker that ends the entropy-coded data: stuffed zeros and restarts belong to it. */
function skipScan(reader: ByteReader): 1 {
  for (;;) {
    reader.skipTo(0xff);
    const next = reader.peek(1);
    assertIntact(next !== undefined);
    if (next !== 0 && next !== 0xff && !isRestart(next)) return 1;
    reader.skip(next === 0xff ? 1 : 2);
  }
}
