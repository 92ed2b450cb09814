import { ImageRefusedError } from '../../platform/images/image-type.js';
import { smallerImage } from '../../platform/images/prepare-image.js';
import { SMALL_SIDES, SMALL_TYPE, type SmallSide } from './photo-slot.js';

export interface SmallPicture {
  side: SmallSide;
  bytes: Buffer;
}

/** A picture of every size; an empty list for a photo that cannot be read, which is then displayed as it is. */
export async function smallPicturesOf(bytes: Buffer): Promise<SmallPicture[]> {
  try {
    const pictures: SmallPicture[] = [];
    // The next size is made of the larger one: decoding a photo is most of the work.
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
