import { extname } from 'node:path';
import { DOCUMENT_EXTENSIONS } from '../../storage/document-type.js';

/** The attachment types of the specification (section 8), with the extension that their keys end in. */
const EXTENSIONS = { ...DOCUMENT_EXTENSIONS, 'image/jpeg': 'jpg', 'image/png': 'png' } as const;

export type AttachmentType = keyof typeof EXTENSIONS;

export const ATTACHMENT_TYPES = Object.keys(EXTENSIONS) as AttachmentType[];

/** Without the dot. */
export const extensionOfAttachment = (type: AttachmentType): string => EXTENSIONS[type];

/** What a file is by its extension. */
export function typeByName(fileName: string): AttachmentType | null {
  const extension = extname(fileName).slice(1).toLowerCase();
  const usual = extension === 'jpeg' ? 'jpg' : extension;
  return ATTACHMENT_TYPES.find((type) => extensionOfAttachment(type) === usual) ?? null;
}
