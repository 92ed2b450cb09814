/** The outcome of a change besides its row in the journal. */
interface KindOfChange {
  /** The kind of notification that members get: those in `ids.members`, or else the audience of the item. */
  alert?: string;
  /** True when a member who was told before is told again; left out, each is told once. */
  again?: boolean;
}

const kinds = <Kind extends string>(list: Record<Kind, KindOfChange>): Record<Kind, KindOfChange> => list;

/**
 * Kinds of changes that the journal holds: `{item type}.{what happened}` (contract sections 18 and 25). A new kind is one line
 * here and the place where it happens.
 */
export const CHANGE_KINDS = kinds({
  'category.changed': {},
  'category.created': {},
  'category.deleted': {},
  'confirmation.opened': { alert: 'confirmation_opened' },
  'confirmation.reminded': { alert: 'confirmation_reminder', again: true },
  'confirmation.confirmed': {},
  'confirmation.closed': {},
  'correction.created': {},
  'correction.changed': {},
  'correction.settled': { alert: 'correction_settled', again: true },
  'document.created': {},
  'document.updated': {},
  'document.opened': { alert: 'document_created' },
  'document.deleted': {},
  'event.created': {},
  'event.changed': {},
  'event.cancelled': {},
  'event.announced': { alert: 'event_created' },
  'event.answered': {},
  'event.rsvp_reminded': { alert: 'event_rsvp_reminder', again: true },
  'event.result_posted': {},
  'event.result_removed': {},
  'features.changed': {},
  'grant.changed': {},
  'grant.expiring': { alert: 'grant_expiring' },
  'list.created': {},
  'list.changed': {},
  'list.removed': {},
  'me.changed': {},
  'member.changed': {},
  'member.joined': {},
  'member.left': {},
  'member.deactivated': {},
  'menu.changed': {},
  'note.changed': {},
  'notice.created': {},
  'notice.updated': {},
  'notice.opened': { alert: 'notice_created' },
  'notice.reach_widened': {},
  'notice.read': {},
  'notice.acknowledged': {},
  'notice.reminded': { alert: 'notice_reminder', again: true },
  'notice.deleted': {},
  'notification.arrived': {},
  'notification.changed': {},
  'notification.read': {},
  'notification.removed': {},
  'organization.changed': {},
  'organization.created': {},
  'organization.renamed': {},
  'organization_roster.changed': {},
  'permission_slip.created': {},
  'permission_slip.changed': {},
  'permission_slip.deleted': {},
  'permission_slip.reminded': { alert: 'slip_reminder', again: true },
  'permission_slip.opened': { alert: 'slip_opened' },
  'permission_slip.closing': { alert: 'slip_reminder' },
  'permission_slip.answered': { alert: 'slip_answered_by_other_guardian' },
  'permission_slip.answer_changed': { alert: 'slip_answered_by_other_guardian', again: true },
  'permission_slip.withdrawn': {},
  'poll.created': {},
  'poll.changed': {},
  'poll.opened': { alert: 'poll_opened' },
  'poll.closing': { alert: 'poll_closing' },
  'poll.reminded': { alert: 'poll_closing', again: true },
  'poll.answered': {},
  'poll.deleted': {},
  'roster.changed': {},
  'school.changed': {},
  'series.created': {},
  'series.changed': {},
  'series.cancelled': {},
  'signup.created': {},
  'signup.deleted': {},
  'signup.reminded': { alert: 'signup_reminder', again: true },
  'signup.changed': { alert: 'signup_changed', again: true },
  'signup.edited': {},
  'signup.opened': { alert: 'signup_opened' },
  'signup.claimed': {},
  'signup.promoted': { alert: 'signup_promoted', again: true },
  'signup.withdrawn': {},
  'staff_member.changed': {},
  'student.changed': {},
  'student.starred': {},
  'student.unstarred': {},
});

export type ChangeKind = keyof typeof CHANGE_KINDS;

/** Nothing comes of a kind that only another version knows: its rows are passed over. */
export const outcomeOf = (kind: string): KindOfChange =>
  (CHANGE_KINDS as Record<string, KindOfChange | undefined>)[kind] ?? {};

type TypeOf<Kind extends string> = Kind extends `${infer Type}.${string}` ? Type : never;

/** The part of a kind before the dot: `permission_slip` of `permission_slip.opened`. */
export type ChangedType = TypeOf<ChangeKind>;

/** The item type that a kind begins with. */
export const changedTypeOf = (kind: ChangeKind): ChangedType =>
  kind.slice(0, kind.indexOf('.')) as ChangedType;
