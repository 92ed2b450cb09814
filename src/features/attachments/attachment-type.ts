import { extname } from 'node:path';
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { DOCUMENT_EXTENSIONS } from '../../platform/storage/object-key.js';
import { rootStreamsOf } from './compound-file.js';
import { isPassive } from './office-file.js';

/** The attachment types of the specification (section 8), with the extension that their keys end in. */
const EXTENSIONS = { ...DOCUMENT_EXTENSIONS, 'image/jpeg': 'jpg', 'image/png': 'png' } as const;

export type AttachmentType = keyof typeof EXTENSIONS;

export const ATTACHMENT_TYPES = Object.keys(EXTENSIONS) as AttachmentType[];

/** Without the dot. */
export const extensionOfAttachment = (type: AttachmentType): string => EXTENSIONS[type];

/** The type of a file by its extension. */
export function typeByName(fileName: string): AttachmentType | null {
  const extension = extname(fileName).slice(1).toLowerCase();
  const usual = extension === 'jpeg' ? 'jpg' : extension;
  return ATTACHMENT_TYPES.find((type) => extensionOfAttachment(type) === usual) ?? null;
}

/** Our attachment type for other names that the recogniser uses. */
const ALSO_KNOWN_AS: Record<string, AttachmentType> = { 'image/apng': 'image/png' };

/** How the types of Office files that are archives begin. */
const OPEN_XML = 'application/vnd.openxmlformats-officedocument.';

const COMPOUND_FILE = 'application/x-cfb';

/** @returns what the bytes are, whatever the file is called; null when they are none of the attachment types */
export async function typeOfFile(path: string): Promise<AttachmentType | null> {
  const found = await recognised(path);
  if (found === COMPOUND_FILE) return officeTypeOf(path);
  if (found.startsWith(OPEN_XML) && !(await isPassive(path))) return null;
  return ALSO_KNOWN_AS[found] ?? ATTACHMENT_TYPES.find((type) => type === found) ?? null;
}

/** The recogniser throws at some archives that are broken: these are nothing either. That the file cannot be read is told. */
async function recognised(path: string): Promise<string> {
  try {
    return (await fileTypeFromFile(path))?.mime ?? '';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall) throw error;
    return '';
  }
}

/** [MS-DOC] §2.1 and [MS-XLS] §2.1: Excel called its stream `Book` before 97. */
async function officeTypeOf(path: string): Promise<AttachmentType | null> {
  const file = await open(path);
  try {
    const names = await rootStreamsOf(file);
    const isWord = names.includes('WordDocument');
    const isExcel = names.some((name) => name === 'Workbook' || name === 'Book');
    if (isWord === isExcel) return null;
    return isWord ? 'application/msword' : 'application/vnd.ms-excel';
  } finally {
    await file.close();
  }
}

/**
 * Keys of the attachments in a request: an empty list where null clears them, undefined where they are left out and stay.
 */
export const attachmentKeys = (given: { key: string }[] | null | undefined): string[] | undefined =>
  given === undefined ? undefined : (given ?? []).map(({ key }) => key);
