import type { NotificationKind } from './notification-words.js';

/** What is alerted of. */
export type AlertedType = 'notice' | 'document' | 'poll' | 'signup' | 'permission_slip';

/** That an item has come up, or is about to close: told once to everyone whom it is for. */
export interface Alert {
  kind: Extract<
    NotificationKind,
    | 'notice_created'
    | 'document_created'
    | 'poll_opened'
    | 'poll_closing'
    | 'signup_opened'
    | 'slip_opened'
    | 'slip_reminder'
  >;
  item: AlertedType;
  /** Of the item; its row is written already. */
  id: string;
}

/** Something about an item that concerns some members alone. */
export interface PersonalAlert {
  kind: Extract<NotificationKind, 'signup_promoted' | 'signup_changed' | 'slip_answered_by_other_guardian'>;
  item: 'signup' | 'permission_slip';
  id: string;
}

/** What is mailed as well. */
export type AlertedKind = (Alert | PersonalAlert)['kind'];
