/** What is made of a change besides its row in the journal. */
interface KindOfChange {
  /** The kind of notification that members get: those in `ids.members`, or else the audience of the item. */
  alert?: string;
  /** True when a member who was told before is told again; left out, each is told once. */
  again?: boolean;
  /** True when a webhook can ask for it (contract section 18). */
  webhook?: boolean;
}

const kinds = <Kind extends string>(list: Record<Kind, KindOfChange>): Record<Kind, KindOfChange> => list;

/**
 * What the journal says of an item: `{item type}.{what happened}` (contract sections 18 and 25). A new kind is one line here
 * and the place where it happens.
 */
export const CHANGE_KINDS = kinds({
  'category.changed': {},
  'document.created': { webhook: true },
  'document.updated': { webhook: true },
  'document.opened': { alert: 'document_created' },
  'document.deleted': { webhook: true },
  'event.created': { webhook: true },
  'event.changed': { webhook: true },
  'event.cancelled': { webhook: true },
  'event.result_posted': {},
  'event.result_removed': {},
  'features.changed': {},
  'grant.changed': {},
  'grant.expiring': { alert: 'grant_expiring' },
  'list.changed': {},
  'list.removed': {},
  'me.changed': {},
  'member.joined': { webhook: true },
  'member.left': { webhook: true },
  'member.deactivated': { webhook: true },
  'menu.changed': { webhook: true },
  'note.changed': {},
  'notice.created': { webhook: true },
  'notice.updated': { webhook: true },
  'notice.opened': { alert: 'notice_created' },
  'notice.deleted': { webhook: true },
  'notification.changed': {},
  'organization.changed': { webhook: true },
  'organization_roster.changed': {},
  'permission_slip.changed': {},
  'permission_slip.opened': { webhook: true, alert: 'slip_opened' },
  'permission_slip.closing': { alert: 'slip_reminder' },
  'permission_slip.answered': { webhook: true, alert: 'slip_answered_by_other_guardian' },
  'permission_slip.answer_changed': { webhook: true, alert: 'slip_answered_by_other_guardian', again: true },
  'permission_slip.withdrawn': { webhook: true },
  'poll.changed': {},
  'poll.opened': { webhook: true, alert: 'poll_opened' },
  'poll.closing': { alert: 'poll_closing' },
  'poll.answered': { webhook: true },
  'roster.changed': { webhook: true },
  'series.created': {},
  'series.changed': {},
  'series.cancelled': {},
  'signup.changed': { alert: 'signup_changed', again: true },
  'signup.edited': {},
  'signup.opened': { webhook: true, alert: 'signup_opened' },
  'signup.claimed': { webhook: true },
  'signup.promoted': { webhook: true, alert: 'signup_promoted', again: true },
  'signup.withdrawn': { webhook: true },
  'staff_member.changed': {},
  'student.changed': {},
});

export type ChangeKind = keyof typeof CHANGE_KINDS;

type TypeOf<Kind extends string> = Kind extends `${infer Type}.${string}` ? Type : never;

/** The part of a kind before the dot: `permission_slip` of `permission_slip.opened`. */
export type ChangedType = TypeOf<ChangeKind>;

/** The item type that a kind begins with. */
export const changedTypeOf = (kind: ChangeKind): ChangedType =>
  kind.slice(0, kind.indexOf('.')) as ChangedType;
