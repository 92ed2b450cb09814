/** The photo types of the specification (section 8), with the extension that their keys end in. */
const EXTENSIONS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
} as const;

export type ImageType = keyof typeof EXTENSIONS;

export const IMAGE_TYPES = Object.keys(EXTENSIONS) as ImageType[];

/** Without the dot. */
export const extensionOf = (type: ImageType): string => EXTENSIONS[type];
