import { extname } from 'node:path';
import { open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileTypeFromFile } from 'file-type';
import { type Entry, openPromise } from 'yauzl';
import { DOCUMENT_EXTENSIONS } from '../../platform/storage/object-key.js';
import { rootStreamsOf } from './compound-file.js';

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

/** What is an attachment type to us, by what the recogniser calls it. */
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

/** Parts that run: macros, and the controls and sheets of other times. */
const RUNNING_PART = /(^|\/)(vbaProject[^/]*\.bin|vbaData\.xml|activeX[^/]*|macrosheets|dialogsheets)($|\/)/i;
const RUNNING_TYPE = /macroEnabled|vbaProject|ms-excel\.(intl)?macrosheet|ms-office\.activeX/i;
/** What is loaded from elsewhere when the file is opened. A hyperlink and a linked workbook wait to be asked for. */
const LOADED_RELATION = /\/(attachedTemplate|oleObject|frame|subDocument)["']/i;
/** Bytes: a part that says what the file is made of is far smaller. */
const MAX_DESCRIPTION = 1_000_000;

/** It has no macros, and opens nothing from elsewhere (ECMA-376 part 2). What cannot be read is not trusted. */
async function isPassive(path: string): Promise<boolean> {
  try {
    const zip = await openPromise(path, { autoClose: false });
    try {
      const entries: Entry[] = [];
      for await (const entry of zip.eachEntry()) entries.push(entry);
      for (const entry of entries) {
        if (RUNNING_PART.test(entry.fileName)) return false;
        if (!/\.rels$|^\[Content_Types\]\.xml$/i.test(entry.fileName)) continue;
        if (entry.uncompressedSize > MAX_DESCRIPTION) return false;
        const described = withoutReferences(await text(await zip.openReadStreamPromise(entry)));
        // Another encoding than UTF-8 would say the same and not be seen.
        if (described.includes('\0') || RUNNING_TYPE.test(described)) return false;
        const external = described.match(/<[^<>]*TargetMode\s*=\s*["']External["'][^<>]*>/gi) ?? [];
        if (external.some((relation) => LOADED_RELATION.test(relation))) return false;
      }
      return true;
    } finally {
      zip.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall) throw error;
    return false;
  }
}

/** `&#116;` and `&#x74;` are a t as well (XML 1.0 §4.1). */
const withoutReferences = (xml: string): string =>
  xml.replace(/&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));/gi, (_, hex?: string, decimal?: string) => {
    const point = hex ? parseInt(hex, 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });

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

/** Of the attachments in a request: none where null clears them, undefined where they are left out and stay. */
export const attachmentKeys = (given: { key: string }[] | null | undefined): string[] | undefined =>
  given === undefined ? undefined : (given ?? []).map(({ key }) => key);
