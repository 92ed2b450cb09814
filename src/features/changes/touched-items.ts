import type { ChangeAudience } from '../../platform/journal/journal-entry.entity.js';
import type { ChangeForMember } from '../../platform/journal/journal-reading.service.js';
import type { ItemType } from './changes.dto.js';

/**
 * Something that has changed: an item that the API knows, or something that several items show. `name` is the name of an
 * organization, `event_row` an event by the id of its row, `occurrences` those of a series, `answers_of` the people whom items for an organization are addressed to, and `answers` those of all items;
 * `shown_student` is a student in whose own data alone something has changed, `contact` and `student_contact` a member and a student
 * whose name and photo stay; a `counted_student` came to the roster or left it.
 */
export type Cause =
  | Exclude<ItemType, 'features' | 'me' | 'note' | 'notification'>
  | 'answers'
  | 'answers_of'
  | 'contact'
  | 'counted_student'
  | 'event_row'
  | 'feature'
  | 'member'
  | 'name'
  | 'occurrences'
  | 'shown_student'
  | 'student_contact';

/** A cause with the number of the row that says so. */
export interface NumberedCause {
  kind: Cause;
  id: string;
  sequence: number;
}

/** What an item was addressed to, between two moments. */
export interface FormerState {
  type: ItemType;
  id: string;
  audience: ChangeAudience;
  /** Null before the first row that says something of it. */
  from: Date | null;
  until: Date;
}

/** What the rows of the journal say for one caller. */
export interface JournaledChanges {
  causes: NumberedCause[];
  /** Items of which the caller's own copy has changed, and nobody else's. */
  own: { type: ItemType; id: string; sequence: number }[];
  states: FormerState[];
  /** Items that the rows say are no more, and that everyone in the school could read. */
  ended: { type: ItemType; id: string }[];
  /** Features that were turned on or off. */
  toggled: string[];
}

type Ids = Record<string, string | string[]> | null;

const listIn = (ids: Ids, name: string): string[] => {
  const value = ids?.[name];
  return typeof value === 'string' ? [value] : (value ?? []);
};

/** Names and photos, by which rosters and lists show people, stay as they are. */
const isContactAlone = (ids: Ids): boolean => listIn(ids, 'parts').join() === 'contact';

/** A change of the student's own name, year or place on the roster, by which managers read who is asked. */
const isOfThemselves = (ids: Ids): boolean => ids?.parts === undefined;

/** The item was taken off the lists, or is on them again. */
const isPresence = (ids: Ids): boolean => ids?.left !== undefined || ids?.returned !== undefined;

/** Types of which a row says when the item may be read; the version before wrote none, and nobody can tell who could. */
const WINDOWED = new Set<string>(['notice', 'poll', 'signup', 'permission_slip']);

/** Kinds after which the caller has to read everything anew. */
const NEEDS_FULL_READ = new Set<string>(['roster.changed', 'school.changed']);

/** True for a change of what the caller is, and for one that nobody can follow item by item. */
export function isStaleAfter(
  { kind, itemType, itemId, audience, ids }: ChangeForMember,
  membershipId: string,
): boolean {
  if (NEEDS_FULL_READ.has(kind)) return true;
  if (WINDOWED.has(itemType) && audience && !audience.window) return true;
  if (itemType === 'member') return itemId === membershipId;
  if (kind === 'features.changed') return listIn(ids, 'features').length === 0;
  if (kind === 'category.deleted') return ids === null;
  return kind === 'grant.changed' && listIn(ids, 'members').includes(membershipId);
}

/** Kinds of which nobody reads an item differently. */
const SILENT = new Set<string>(['event.announced', 'event.rsvp_reminded', 'grant.expiring']);

const PUBLISHED = new Set<string>([
  ...['notice', 'document', 'event', 'series', 'poll', 'signup', 'permission_slip'],
]);

type CauseOf = (change: ChangeForMember) => Pick<NumberedCause, 'kind' | 'id'>[];

const asItself: CauseOf = ({ itemType, itemId }) => [{ kind: itemType as Cause, id: itemId }];

const published: CauseOf = ({ kind, itemType, itemId, audience, audienceBefore, ids }) => [
  { kind: itemType as Cause, id: itemId },
  ...[audience?.organizationId, audienceBefore?.organizationId]
    .filter((id) => id != null)
    .map((id) => ({ kind: 'organization' as const, id })),
  ...listIn(ids, 'events').map((id) => ({ kind: 'event' as const, id })),
  ...(kind === 'series.created' ? [{ kind: 'occurrences' as const, id: itemId }] : []),
  ...listIn(ids, 'event_rows').map((id) => ({ kind: 'event_row' as const, id })),
];

/** Students, staff and events show an organization by its name, and none that is archived. */
const alsoAffected = (id: string): Pick<NumberedCause, 'kind' | 'id'>[] => [
  { kind: 'name', id },
  { kind: 'answers_of', id },
  { kind: 'organization_roster', id },
];

const CAUSES: Partial<Record<string, CauseOf>> = {
  'features.changed': ({ ids }) => listIn(ids, 'features').map((id) => ({ kind: 'feature', id })),
  'grant.changed': ({ itemId }) => [{ kind: 'answers_of', id: itemId }],
  'organization.renamed': ({ itemId }) => alsoAffected(itemId),
  'organization.created': ({ itemId }) => [
    { kind: 'organization', id: itemId },
    { kind: 'organization_roster', id: itemId },
  ],
  'student.starred': ({ itemId }) => [{ kind: 'shown_student', id: itemId }],
  'student.unstarred': ({ itemId }) => [{ kind: 'shown_student', id: itemId }],
};

const CAUSES_OF_TYPE: Partial<Record<string, CauseOf>> = {
  category: ({ itemId, ids }) => [
    { kind: 'category', id: itemId },
    ...(['notices', 'documents', 'event_rows'] as const).flatMap((name) =>
      listIn(ids, name).map((id) => ({ kind: name.slice(0, -1) as Cause, id })),
    ),
  ],
  list: asItself,
  me: ({ itemId, ids }) => [{ kind: isContactAlone(ids) ? 'contact' : 'member', id: itemId }],
  member: ({ itemId, ids }) => [
    { kind: 'member', id: itemId },
    { kind: 'answers', id: itemId },
    ...(['notices', 'documents', 'signups', 'event_rows'] as const).flatMap((name) =>
      listIn(ids, name).map((id) => ({ kind: name.slice(0, -1) as Cause, id })),
    ),
  ],
  menu: ({ itemId, ids }) =>
    (ids?.menus === undefined ? [itemId] : listIn(ids, 'menus')).map((id) => ({ kind: 'menu', id })),
  note: ({ itemId }) => [{ kind: 'shown_student', id: itemId }],
  organization: ({ itemId, ids }) => [
    { kind: 'organization', id: itemId },
    ...(isPresence(ids) ? alsoAffected(itemId) : []),
    ...(ids?.staff ? [{ kind: 'answers_of' as const, id: itemId }] : []),
    ...listIn(ids, 'staff').map((id) => ({ kind: 'staff_member' as const, id })),
  ],
  organization_roster: ({ itemId, ids }) => [
    { kind: 'organization_roster', id: itemId },
    { kind: 'organization', id: itemId },
    { kind: 'answers_of', id: itemId },
    ...listIn(ids, 'students').map((id) => ({ kind: 'shown_student' as const, id })),
  ],
  staff_member: ({ itemId }) => [
    { kind: 'staff_member', id: itemId },
    { kind: 'answers', id: itemId },
  ],
  student: ({ itemId, ids }) => [
    { kind: isContactAlone(ids) ? 'student_contact' : 'student', id: itemId },
    ...(isOfThemselves(ids) ? [{ kind: 'answers' as const, id: itemId }] : []),
    ...(isPresence(ids) ? [{ kind: 'counted_student' as const, id: itemId }] : []),
  ],
};

const causesOf = (change: ChangeForMember): Pick<NumberedCause, 'kind' | 'id'>[] => {
  if (SILENT.has(change.kind)) return [];
  if (PUBLISHED.has(change.itemType)) return published(change);
  return (CAUSES[change.kind] ?? CAUSES_OF_TYPE[change.itemType])?.(change) ?? [];
};

const ENDS: Partial<Record<string, ItemType>> = { 'category.deleted': 'category', 'list.removed': 'list' };

/** The rows, in the order of commits, as what they change for this caller. */
export function journaledChanges(changes: ChangeForMember[], membershipId: string): JournaledChanges {
  const journaled: JournaledChanges = { causes: [], own: [], states: [], ended: [], toggled: [] };
  const since = new Map<string, Date>();
  for (const change of changes) {
    const { itemType, itemId, sequence, at, ids } = change;
    journaled.causes.push(...causesOf(change).map((cause) => ({ ...cause, sequence })));
    journaled.own.push(...ownItemsOf(change, membershipId).map((item) => ({ ...item, sequence })));
    journaled.states.push(...formerStatesOf(change, since.get(`${itemType} ${itemId}`) ?? null));
    if (change.audience) since.set(`${itemType} ${itemId}`, at);
    journaled.ended.push(...endedItemsOf(change));
    journaled.toggled.push(...listIn(ids, 'features'));
  }
  return journaled;
}

/** What everyone could read until this. An archive is dated by its transaction, which may have begun before the cursor was given. */
function endedItemsOf({ kind, itemType, itemId, ids }: ChangeForMember): { type: ItemType; id: string }[] {
  const ends = ENDS[kind];
  if (ends) return [{ type: ends, id: itemId }];
  const types = itemType === 'organization' ? (['organization', 'organization_roster'] as const) : [itemType];
  return listIn(ids, 'left').flatMap((id) => types.map((type) => ({ type: type as ItemType, id })));
}

function ownItemsOf(
  { kind, itemType, itemId, ids }: ChangeForMember,
  membershipId: string,
): { type: ItemType; id: string }[] {
  if (itemType === 'notification')
    return listIn(ids, 'notifications').map((id) => ({ type: 'notification', id }));
  if (itemType === 'note') return [{ type: 'note', id: itemId }];
  return kind === 'me.changed' && itemId === membershipId ? [{ type: 'me', id: itemId }] : [];
}

/** What the item was before this change, and with it the occurrences that follow a series. */
function formerStatesOf(
  { kind, itemType, itemId, at, audience, audienceBefore, ids }: ChangeForMember,
  from: Date | null,
): FormerState[] {
  const was = audienceBefore ?? audience;
  if (!was || kind.endsWith('.created')) return [];
  const state = { audience: was, from, until: at };
  const events = itemType === 'series' ? listIn(ids, 'events') : [];
  return [
    { type: itemType as ItemType, id: itemId, ...state },
    ...events.map((id) => ({ type: 'event' as const, id, ...state })),
  ];
}
