import type { ImportedRow } from '../platform/import-history/imported-rows.js';
import type { Change } from '../platform/journal/recorded-changes.js';

export type ItemChange = Omit<Change, 'schoolId'>;

/** Columns that no answer shows. */
const UNSEEN = new Set([
  ...['source', 'source_id', 'source_digest', 'created_at', 'mail_token', 'mails_ended_at'],
  'geocode_missed_at',
]);

/** Columns of a person by which no roster and no list shows them. */
const CONTACT = new Set([
  ...['email', 'phone', 'profile_visibility', 'hidden_by_default', 'updated_at', 'address_visible'],
  ...['address_line1', 'address_line2', 'address_city', 'address_region', 'address_postal_code'],
  ...['address_country', 'latitude', 'longitude'],
]);

/** Columns of an organization by which other items show it. */
const NAMES = ['name', 'short_name', 'kind'];

const isContactAlone = ({ before, after, columns }: ImportedRow): boolean =>
  before !== null && after !== null && columns.every((name) => UNSEEN.has(name) || CONTACT.has(name));

const idIn = ({ before, after }: ImportedRow, name: string): string => (after ?? before)![name]!;

/** Says that an item was taken off the lists by this, or is on them again. */
function presenceOf({ before, after, columns }: ImportedRow): Record<string, string[]> {
  if (!before || !after || !columns.includes('archived_at')) return {};
  return { [after.archived_at ? 'left' : 'returned']: [after.id!] };
}

const student = (row: ImportedRow): ItemChange[] => [
  {
    ...{ kind: 'student.changed', id: idIn(row, 'id') },
    ids: { ...(isContactAlone(row) && { parts: ['contact'] }), ...presenceOf(row) },
  },
];

/** A guardian is shown with their student, and a member besides wherever members are. */
function guardian(row: ImportedRow): ItemChange[] {
  const { before, after } = row;
  const parts = { parts: [isContactAlone(row) ? 'contact' : 'guardian'] };
  const isRelinked = LINKS.some((name) => before?.[name] !== after?.[name]);
  const members = new Set(LINKS.flatMap((name) => [before?.[name] ?? [], after?.[name] ?? []].flat()));
  return [
    { kind: 'student.changed', id: idIn(row, 'student_id'), ids: parts },
    ...[...members].map((id): ItemChange => ({
      kind: isRelinked ? 'member.changed' : 'me.changed',
      ...{ id, ids: isRelinked ? {} : parts },
    })),
  ];
}

const LINKS = ['membership_id', 'shared_membership_id'];

const staffMember = (row: ImportedRow): ItemChange[] => [
  { kind: 'staff_member.changed', id: idIn(row, 'id'), ids: presenceOf(row) },
];

function organization(row: ImportedRow): ItemChange[] {
  const id = idIn(row, 'id');
  if (!row.before) return [{ kind: 'organization.created', id }];
  const changed: ItemChange = { kind: 'organization.changed', id, ids: presenceOf(row) };
  const isRenamed = row.columns.some((name) => NAMES.includes(name));
  return isRenamed ? [changed, { kind: 'organization.renamed', id }] : [changed];
}

const roster = (row: ImportedRow): ItemChange[] => [
  {
    kind: 'organization_roster.changed',
    id: idIn(row, 'organization_id'),
    ids: { students: [row.before?.student_id ?? [], row.after?.student_id ?? []].flat() },
  },
];

const leader = (row: ImportedRow): ItemChange[] => [
  {
    kind: 'organization.changed',
    id: idIn(row, 'organization_id'),
    ids: { staff: [row.before?.staff_member_id ?? [], row.after?.staff_member_id ?? []].flat() },
  },
];

const grant = (row: ImportedRow): ItemChange[] => [
  {
    kind: 'grant.changed',
    id: idIn(row, 'organization_id'),
    ids: { members: [idIn(row, 'membership_id')] },
  },
];

/** Tables whose rows an import may change by itself; of the others the rooms that write them say so. */
const ITEMS: Record<string, (row: ImportedRow) => ItemChange[]> = {
  guardians: guardian,
  organization_grants: grant,
  organization_leaders: leader,
  organization_parents: roster,
  organization_students: roster,
  organizations: organization,
  staff_members: staffMember,
  students: student,
};

export const ITEM_TABLES = Object.keys(ITEMS);

/** Columns of which the items are made: ids, and the moment at which one was archived. */
export const ITEM_KEYS = [
  ...['id', 'archived_at', 'student_id', 'membership_id', 'shared_membership_id', 'organization_id'],
  'staff_member_id',
];

/** Each item once, with what its rows say together. */
export function itemsOf(rows: ImportedRow[]): ItemChange[] {
  const items = new Map<string, ItemChange>();
  for (const row of rows.filter(({ columns }) => columns.some((name) => !UNSEEN.has(name))))
    for (const change of ITEMS[row.table]!(row)) {
      const key = `${change.kind} ${change.id}`;
      const known = items.get(key);
      items.set(key, known ? { ...known, ids: together(known.ids!, change.ids!) } : change);
    }
  return [...items.values()];
}

type Ids = NonNullable<Change['ids']>;

/** Parts that only one of the two names are not all that has changed. */
function together(one: Ids, other: Ids): Ids {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(
    names
      .filter((name) => name !== 'parts' || (one.parts && other.parts))
      .map((name) => [name, [...new Set([one[name] ?? [], other[name] ?? []].flat())]]),
  );
}
