import type { NotificationKind } from './notification-words.js';

/** What is alerted of. */
export type AlertedType = 'notice' | 'document' | 'poll' | 'signup';

/** That an item has come up: told once to everyone whom it is addressed to. */
export interface Alert {
  kind: Extract<NotificationKind, 'notice_created' | 'document_created' | 'poll_opened' | 'signup_opened'>;
  item: AlertedType;
  /** Of the item; its row is written already. */
  id: string;
}

/** Something about an item that concerns some members alone; each is told once. */
export interface PersonalAlert {
  kind: 'signup_promoted';
  item: 'signup';
  id: string;
}
