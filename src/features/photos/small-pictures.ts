import { ImageRefusedError } from '../../platform/images/image-type.js';
import { smallerImage } from '../../platform/images/prepare-image.js';
import { SMALL_SIDES, SMALL_TYPE, type SmallSide } from './photo-slot.js';

export interface SmallPicture {
  side: SmallSide;
  bytes: Buffer;
}

/** One of each size; none of a photo that cannot be read, which is then shown as it is. */
export async function smallPicturesOf(bytes: Buffer): Promise<SmallPicture[]> {
  try {
    const pictures: SmallPicture[] = [];
    // Each of the one before: decoding a photo is most of the work.
    for (const side of SMALL_SIDES.toReversed()) {
      const from = pictures.at(-1)?.bytes ?? bytes;
      pictures.push({ side, bytes: (await smallerImage(from, side, SMALL_TYPE)).bytes });
    }
    return pictures;
  } catch (error) {
    if (error instanceof ImageRefusedError) return [];
    throw error;
  }
}
