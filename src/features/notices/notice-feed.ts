import type { Imported } from '../publishing/item-import.js';
import type { NoticeChanges } from './notice.dto.js';

export interface ImportedNotice extends Imported<NoticeChanges> {
  /** Whether a notice that is new tells its audience; one that is to come does so at its start. */
  sendAlert: boolean;
}
