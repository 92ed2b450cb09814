import { ImageRefusedError } from '../image-refused.error.js';

/** What a file says of its image, read from its container without decoding a pixel. */
export interface Container {
  /** Pixels; of the whole canvas where there are frames. */
  width: number;
  height: number;
  frames: number;
  /** Everything that is no picture data: metadata, comments, colour profiles, palettes. */
  asides: Buffer[];
}

export function damagedUnless(sound: boolean): asserts sound {
  if (!sound) throw new ImageRefusedError('damaged');
}

/** Hundreds of frames have a thousand; millions of empty ones are there to keep us busy. */
const MOST_PARTS = 10_000;

/** Adds one part to those that were read before. */
export function keepPart<T>(parts: T[], part: T): void {
  if (parts.length >= MOST_PARTS) throw new ImageRefusedError('too_large');
  parts.push(part);
}
