import type { FileToStore } from '../../platform/storage/object-store.js';
import type { AttachmentType } from './attachment-type.js';

/** A file of an import, looked over, and still where it was found. */
export interface ImportedFile extends FileToStore {
  fileName: string;
  contentType: AttachmentType;
  /** SHA-256 of the content, hexadecimal. */
  digest: string;
}
