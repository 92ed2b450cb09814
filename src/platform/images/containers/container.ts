import { ImageRefusedError } from '../image-type.js';

/** Properties of an image, read from its container without decoding a pixel. */
export interface Container {
  /** Pixels; of the whole canvas where there are frames. */
  width: number;
  height: number;
  frames: number;
  /** Everything that is no picture data: metadata, comments, colour profiles, palettes. */
  asides: Buffer[];
}

export function assertIntact(sound: boolean): asserts sound {
  if (!sound) throw new ImageRefusedError('damaged');
}

/** Hundreds of frames have a thousand; millions of empty ones are there to keep us busy. */
const MAX_PARTS = 10_000;

/** Adds one part to those that were read before. */
export function archivePart<T>(parts: T[], part: T): void {
  if (parts.length >= MAX_PARTS) throw new ImageRefusedError('too_large');
  parts.push(part);
}

/** Bytes. */
const NEAR = 16;

/** Reads forward through a stranger's bytes; wherever they end too early the image is refused as damaged. */
export class ByteReader {
  private position = 0;

  constructor(private readonly bytes: Buffer) {}

  get atEnd(): boolean {
    return this.position >= this.bytes.length;
  }

  /** The bytes that have not been read yet. */
  get rest(): Buffer {
    return this.bytes.subarray(this.position);
  }

  /** One that has not been read yet; undefined beyond the end. */
  peek(offset: number): number | undefined {
    return this.bytes[this.position + offset];
  }

  take(length: number): Buffer {
    const start = this.position;
    this.skip(length);
    return this.bytes.subarray(start, this.position);
  }

  skip(length: number): void {
    if (this.position + length > this.bytes.length) throw new ImageRefusedError('damaged');
    this.position += length;
  }

  /** Reads a byte without making an object: millions are read one by one. */
  u8(): number {
    const byte = this.bytes[this.position];
    if (byte === undefined) throw new ImageRefusedError('damaged');
    this.position += 1;
    return byte;
  }

  u16be(): number {
    return this.take(2).readUInt16BE();
  }

  u16le(): number {
    return this.take(2).readUInt16LE();
  }

  u24le(): number {
    return this.take(3).readUIntLE(0, 3);
  }

  u32be(): number {
    return this.take(4).readUInt32BE();
  }

  u32le(): number {
    return this.take(4).readUInt32LE();
  }

  ascii(length: number): string {
    return this.take(length).toString('latin1');
  }

  skipZeros(): void {
    while (this.bytes[this.position] === 0) this.position += 1;
  }

  /** Up to, and not including, the next byte of this value. */
  skipTo(value: number): void {
    // A look into the next few takes less than to have the rest searched.
    const near = this.position + NEAR;
    for (; this.position < near && !this.atEnd; this.position += 1)
      if (this.bytes[this.position] === value) return;
    const found = this.bytes.indexOf(value, this.position);
    if (found < 0) throw new ImageRefusedError('damaged');
    this.position = found;
  }

  /** Writers pad with zeros; whatever else follows an image is no part of it. */
  expectOnlyPadding(): void {
    this.skipZeros();
    if (!this.atEnd) throw new ImageRefusedError('foreign_content');
  }
}
