import type sharp from 'sharp';

/** The photo types of the specification (section 8), with the extension that their keys end in. */
const EXTENSIONS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
} as const;

export type ImageType = keyof typeof EXTENSIONS;

export const IMAGE_TYPES = Object.keys(EXTENSIONS) as ImageType[];

/** Bytes: the same bound for what comes in and for what is kept (specification section 8). */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** Without the dot. */
export const extensionOf = (type: ImageType): string => EXTENSIONS[type];

let loading: Promise<typeof sharp> | undefined;

/** With the first picture and not with the start, a twentieth of which it would take. */
export const loadSharp = (): Promise<typeof sharp> => (loading ??= load());

async function load(): Promise<typeof sharp> {
  const { default: loaded } = await import('sharp');
  // Every image is another one: what libvips remembered would only be memory held.
  loaded.cache(false);
  return loaded;
}

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
