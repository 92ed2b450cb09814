/**
 * - `other_type`: these bytes are no image of the type that was declared.
 * - `damaged`: the image begins right and cannot be read to its end.
 * - `too_large`: more pixels, frames or work than we take on.
 * - `foreign_content`: something that is no part of an image travels in it or after it.
 */
export type ImageRefusal = 'other_type' | 'damaged' | 'too_large' | 'foreign_content';

const MESSAGES: Record<ImageRefusal, string> = {
  other_type: 'The file is no image of this type.',
  damaged: 'The image is damaged or incomplete.',
  too_large: 'The image has too many pixels or frames.',
  foreign_content: 'The file holds something besides the image.',
};

/** The only thing that looking at a stranger's bytes ever throws. */
export class ImageRefusedError extends Error {
  constructor(readonly refusal: ImageRefusal) {
    super(MESSAGES[refusal]);
  }
}
