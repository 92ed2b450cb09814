import type { AlertedKind } from '../alert.js';

/** What a person chooses about, kind by kind (contract section 19). */
const MAIL_KINDS = [
  'notices',
  'documents',
  'polls',
  'signups',
  'permission_slips',
  'events',
  'own_answers',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** At once, once a day, or not at all. */
export const MAIL_RHYTHMS = ['instant', 'daily', 'never'] as const;
export type MailRhythm = (typeof MAIL_RHYTHMS)[number];

/** Everything is instant until the person chooses otherwise. */
export type MailRhythms = Record<MailKind, MailRhythm>;

export const rhythmsOf = (chosen: Partial<MailRhythms> = {}): MailRhythms =>
  Object.fromEntries(MAIL_KINDS.map((kind) => [kind, chosen[kind] ?? 'instant'])) as MailRhythms;

/** `own_answers` is what has become of something that the person did. */
export const MAIL_KIND_OF: Record<AlertedKind, MailKind> = {
  notice_created: 'notices',
  notice_reminder: 'notices',
  document_created: 'documents',
  poll_opened: 'polls',
  poll_closing: 'polls',
  event_created: 'events',
  event_rsvp_reminder: 'events',
  event_changed: 'events',
  event_cancelled: 'events',
  signup_opened: 'signups',
  signup_promoted: 'own_answers',
  signup_changed: 'own_answers',
  signup_reminder: 'own_answers',
  slip_opened: 'permission_slips',
  slip_reminder: 'permission_slips',
  slip_answered_by_other_guardian: 'own_answers',
  // What the school asks everybody goes the way of what it tells them.
  confirmation_opened: 'notices',
  confirmation_reminder: 'notices',
  correction_settled: 'own_answers',
};
