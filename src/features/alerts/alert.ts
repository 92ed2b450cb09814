/** Kinds of notifications (contract section 9). */
export const NOTIFICATION_KINDS = [
  'notice_created',
  'notice_reminder',
  'document_created',
  'poll_opened',
  'poll_closing',
  'signup_opened',
  'signup_promoted',
  'signup_changed',
  'signup_reminder',
  'slip_opened',
  'slip_reminder',
  'slip_answered_by_other_guardian',
  'event_created',
  'event_rsvp_reminder',
  'event_changed',
  'event_cancelled',
  'result_posted',
  'grant_expiring',
  'confirmation_opened',
  'confirmation_reminder',
  'correction_settled',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Kinds of targets of a notification. */
export const NOTIFICATION_TARGETS = [
  'notice',
  'document',
  'poll',
  'signup',
  'permission_slip',
  'event',
  'organization',
  'student',
  'confirmation',
  'correction',
] as const;
export type NotificationTarget = (typeof NOTIFICATION_TARGETS)[number];

/** Types of items that have alerts. */
export type AlertedType =
  'notice' | 'document' | 'poll' | 'signup' | 'permission_slip' | 'confirmation' | 'correction' | 'event';

/** Kinds that go to the audience of an item. */
export const ALERT_KINDS = [
  'notice_created',
  'notice_reminder',
  'document_created',
  'poll_opened',
  'poll_closing',
  'signup_opened',
  'slip_opened',
  'slip_reminder',
  'confirmation_opened',
  'confirmation_reminder',
  'event_created',
  'event_rsvp_reminder',
] as const satisfies NotificationKind[];

/** An alert that an item has appeared, or is about to close: sent once to everyone whom it is for. */
export interface Alert {
  kind: (typeof ALERT_KINDS)[number];
  item: AlertedType;
  /** School of the item; its row is written already. */
  schoolId: string;
  id: string;
}

/** Something about an item that concerns some members alone. */
export interface PersonalAlert {
  kind: Extract<
    NotificationKind,
    | 'signup_promoted'
    | 'signup_changed'
    | 'signup_reminder'
    | 'slip_answered_by_other_guardian'
    | 'correction_settled'
  >;
  item: 'signup' | 'permission_slip' | 'correction';
  schoolId: string;
  id: string;
}

/** Kinds that a room tells with the change of its item itself, and that are mailed: what was is told beside what is. */
export const CHANGE_ALERT_KINDS = ['event_changed', 'event_cancelled'] as const satisfies NotificationKind[];
export type ChangeAlertKind = (typeof CHANGE_ALERT_KINDS)[number];

/** Kinds of notifications that are mailed as well. */
export type AlertedKind = (Alert | PersonalAlert)['kind'] | ChangeAlertKind;

/** Why the target of a notification cannot be read (contract section 9). */
export const UNAVAILABLE_REASONS = ['expired', 'closed', 'not_visible', 'feature_off', 'deleted'] as const;
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number];
