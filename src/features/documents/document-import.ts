import type { ImportedFile } from '../attachments/fed-file.js';
import type { AttachmentImport } from '../attachments/attachment.importer.js';
import type { Imported, ItemImporter } from '../publishing/item-import.js';
import type { DocumentChanges } from './document.dto.js';

export interface ImportedDocument extends Imported<Omit<DocumentChanges, 'attachments'>> {
  /** Whether a document that is new tells its audience. */
  sendAlert: boolean;
  /** All of them, in their order; undefined where they stay as they are. */
  files: ImportedFile[] | undefined;
}

/** The files of an entry before it is taken. */
export type ImportedFiles = Pick<ImportedDocument, 'sourceId' | 'digest'> & { files: ImportedFile[] };

/** What is in the object store before the feed begins. */
export interface StoredFiles extends Pick<AttachmentImport, 'storedKeys'> {
  /** The ids that new documents are to have, by source id. */
  newIds: ReadonlyMap<string, string>;
}

export type DocumentImport = ItemImporter & AttachmentImport & StoredFiles;
