import type { AttachedTo } from './attachment.entity.js';

/** The item whose attachments they are; its row is locked by the change that is under way. */
export interface AttachedItem {
  type: AttachedTo;
  id: string;
}
