import type { ChangeKind } from '../../platform/journal/change-kinds.js';

/** What may have happened (contract section 18). */
export const WEBHOOK_KINDS = [
  'notice.created',
  'notice.updated',
  'notice.deleted',
  'document.created',
  'document.updated',
  'document.deleted',
  'poll.opened',
  'poll.closed',
  'poll.answered',
  'signup.opened',
  'signup.claimed',
  'signup.promoted',
  'signup.withdrawn',
  'permission_slip.opened',
  'permission_slip.answered',
  'permission_slip.withdrawn',
  'event.created',
  'event.changed',
  'event.cancelled',
  'menu.changed',
  'organization.changed',
  'roster.changed',
  'member.joined',
  'member.left',
  'member.deactivated',
] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** The kind that tells of notifications: to applications alone, for they name members. */
export const NOTIFICATION_KIND = 'notification.created';

/** Kinds that a webhook of an application may ask for (contract section 26, rule 4). */
export const APPLICATION_KINDS = [...WEBHOOK_KINDS, NOTIFICATION_KIND] as const;

/** The kind of a delivery that a senior admin asks for. */
export const TEST_KIND = 'test';

/** Kinds that a webhook of a school may ask for; the test is sent to each. */
export const SCHOOL_KINDS = [...WEBHOOK_KINDS, TEST_KIND] as const;
export type SchoolKind = (typeof SCHOOL_KINDS)[number];

/** What is told of a change in the journal. What opens and closes with time is no change: see `webhook-moments.ts`. */
export const WEBHOOK_KIND_OF: Partial<Record<ChangeKind, WebhookKind>> = {
  'notice.created': 'notice.created',
  'notice.updated': 'notice.updated',
  'notice.deleted': 'notice.deleted',
  'document.created': 'document.created',
  'document.updated': 'document.updated',
  'document.deleted': 'document.deleted',
  'poll.answered': 'poll.answered',
  'signup.claimed': 'signup.claimed',
  'signup.promoted': 'signup.promoted',
  'signup.withdrawn': 'signup.withdrawn',
  'permission_slip.answered': 'permission_slip.answered',
  'permission_slip.answer_changed': 'permission_slip.answered',
  'permission_slip.withdrawn': 'permission_slip.withdrawn',
  'event.created': 'event.created',
  'series.created': 'event.created',
  'event.changed': 'event.changed',
  'event.answered': 'event.changed',
  'event.result_posted': 'event.changed',
  'event.result_removed': 'event.changed',
  'series.changed': 'event.changed',
  'event.cancelled': 'event.cancelled',
  'series.cancelled': 'event.cancelled',
  'menu.changed': 'menu.changed',
  'organization.changed': 'organization.changed',
  'organization.created': 'organization.changed',
  'organization_roster.changed': 'organization.changed',
  'roster.changed': 'roster.changed',
  'student.changed': 'roster.changed',
  'staff_member.changed': 'roster.changed',
  'member.changed': 'roster.changed',
  'member.joined': 'member.joined',
  'member.left': 'member.left',
  'member.deactivated': 'member.deactivated',
};
