/** The attachment types of the specification (section 8), with the extension that their keys end in. */
const EXTENSIONS = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'image/jpeg': 'jpg',
  'image/png': 'png',
} as const;

export type AttachmentType = keyof typeof EXTENSIONS;

export const ATTACHMENT_TYPES = Object.keys(EXTENSIONS) as AttachmentType[];

/** Without the dot. */
export const extensionOfAttachment = (type: AttachmentType): string => EXTENSIONS[type];
