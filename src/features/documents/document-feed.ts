import type { FedFile } from '../attachments/fed-file.js';
import type { Fed } from '../publishing/item-feed.js';
import type { DocumentChanges } from './document.dto.js';

export interface FedDocument extends Fed<Omit<DocumentChanges, 'attachments'>> {
  /** Whether a document that is new tells its audience. */
  sendAlert: boolean;
  /** All of them, in their order; undefined where they stay as they are. */
  files: FedFile[] | undefined;
}
