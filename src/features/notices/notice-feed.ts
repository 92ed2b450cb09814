import type { Fed } from '../publishing/item-feed.js';
import type { NoticeChanges } from './notice.dto.js';

export interface FedNotice extends Fed<NoticeChanges> {
  /** Whether a notice that is new tells its audience; one that is to come does so at its start. */
  sendAlert: boolean;
}
