import type { FedFile } from '../attachments/fed-file.js';
import type { AttachmentFeed } from '../attachments/attachment-feed.service.js';
import type { Fed, ItemFeed } from '../publishing/item-feed.js';
import type { DocumentChanges } from './document.dto.js';

export interface FedDocument extends Fed<Omit<DocumentChanges, 'attachments'>> {
  /** Whether a document that is new tells its audience. */
  sendAlert: boolean;
  /** All of them, in their order; undefined where they stay as they are. */
  files: FedFile[] | undefined;
}

/** The files of an entry before it is taken. */
export type FedFiles = Pick<FedDocument, 'sourceId' | 'digest'> & { files: FedFile[] };

/** What is in the object store before the feed begins. */
export interface StoredFiles extends Pick<AttachmentFeed, 'storedKeys'> {
  /** The ids that new documents are to have, by source id. */
  newIds: ReadonlyMap<string, string>;
}

export type DocumentFeed = ItemFeed & AttachmentFeed & StoredFiles;
