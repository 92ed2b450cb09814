import type { EntityManager } from 'typeorm';
import { SCHOOL_DETAILS_ID } from '../../features/documents/school-details.js';
import type { ChangeKind } from '../../platform/journal/change-kinds.js';
import type { ChangeAudience } from '../../platform/journal/journal-entry.entity.js';
import { audiencesOf, type Change, record } from '../../platform/journal/recorded-changes.js';

type Op = 'remove' | 'return' | 'change';
type Row = Record<string, unknown>;

/** A row that was put back: as it was after the run, and as it is now. */
interface Undone {
  table: string;
  op: Op;
  before: Row | null;
  after: Row | null;
}

/** Kinds for what went, what came back and what changed; none of them tells anybody of anything but the journal's readers. */
const ITEMS: Record<string, Record<Op, ChangeKind>> = {
  categories: { remove: 'category.deleted', return: 'category.created', change: 'category.changed' },
  documents: { remove: 'document.deleted', return: 'document.created', change: 'document.updated' },
  event_series: { remove: 'series.cancelled', return: 'series.created', change: 'series.changed' },
  events: { remove: 'event.cancelled', return: 'event.created', change: 'event.changed' },
  memberships: { remove: 'member.left', return: 'member.joined', change: 'member.changed' },
  notices: { remove: 'notice.deleted', return: 'notice.created', change: 'notice.updated' },
  organizations: {
    remove: 'organization.changed',
    return: 'organization.created',
    change: 'organization.changed',
  },
  permission_slips: {
    ...{
      remove: 'permission_slip.deleted',
      return: 'permission_slip.created',
      change: 'permission_slip.changed',
    },
  },
  polls: { remove: 'poll.deleted', return: 'poll.created', change: 'poll.changed' },
  signups: { remove: 'signup.deleted', return: 'signup.created', change: 'signup.edited' },
};

type OfRow = (row: Row, schoolId: string) => Omit<Change, 'schoolId'>;
const of =
  (kind: ChangeKind, column: string, ids?: (row: Row) => Change['ids']): OfRow =>
  (row) => ({ kind, id: row[column] as string, ...(ids && { ids: ids(row) }) });
const roster: OfRow = (_, schoolId) => ({ kind: 'roster.changed', id: schoolId });
const readers =
  (column: string) =>
  (row: Row): Change['ids'] => ({ readers: [row[column] as string] });

/** Rows that are no items of their own: whose reading they change. */
const OTHERS: Record<string, OfRow> = {
  guardian_departures: roster,
  guardians: roster,
  lists: of('list.changed', 'id', readers('owner_membership_id')),
  list_guardians: of('list.changed', 'list_id'),
  list_students: of('list.changed', 'list_id'),
  menu_entries: (_, schoolId) => ({ kind: 'menu.changed', id: schoolId }),
  notes: of('note.changed', 'student_id', readers('author_membership_id')),
  organization_grants: of('grant.changed', 'organization_id', (row) => ({
    members: [row.membership_id as string],
  })),
  organization_leaders: of('organization.changed', 'organization_id'),
  organization_parents: of('organization_roster.changed', 'organization_id'),
  organization_photos: of('organization.changed', 'organization_id'),
  organization_students: of('organization_roster.changed', 'organization_id'),
  parent_photos: of('me.changed', 'membership_id'),
  school_details: () => ({ kind: 'document.updated', id: SCHOOL_DETAILS_ID }),
  schools: of('school.changed', 'id'),
  staff_members: of('staff_member.changed', 'id'),
  stars: of('student.starred', 'student_id', readers('membership_id')),
  student_photos: of('student.changed', 'student_id'),
  students: roster,
  withdrawn_guardians: roster,
};

/** Columns of which the journal's rows are made: no text, no name and no contact. */
const KEYS = [
  ...['id', 'school_id', 'organization_id', 'audience_type', 'audience_years', 'audience_organization_ids'],
  ...['list_id', 'student_id', 'membership_id', 'owner_membership_id', 'author_membership_id'],
];

/** Rows that stand for an item: a part, where the item itself was not of the run, stands for its change. */
const UNDONE = `
  with undone as (
    select root, table_name, ids, op, before, after, target from undo_rows where kept is null)
  select distinct on (u.root) coalesce(whole.table_name, split_part(u.root, '/', 1)) as "table",
    coalesce(whole.op, 'change') as op,
    ${onlyKeys('coalesce(whole.after, u.after)')} as before,
    case when whole.root is null then jsonb_build_object('id', split_part(u.root, '/', 2)) else ${onlyKeys('coalesce(whole.target, whole.before)')} end as after
  from undone u
  left join undone whole on whole.root = u.root and u.root = whole.table_name || '/' || array_to_string(whole.ids, '/')
  where u.table_name <> all ($1::text[])
  order by u.root`;

function onlyKeys(json: string): string {
  return `(select jsonb_object_agg(key, value) from jsonb_each(${json}) where key in (${KEYS.map((key) => `'${key}'`).join(', ')}))`;
}

/** Of the roster one row is enough, however many there are. */
const ROSTER = Object.keys(OTHERS).filter((table) => OTHERS[table] === roster);

/** Says of each item that was put back that it has changed, as a write of it does. */
export async function recordUndone(manager: EntityManager, schoolId: string): Promise<void> {
  const changes = [
    ...(await manager.query<Undone[]>(UNDONE, [ROSTER])).flatMap((undone) => changesOf(undone, schoolId)),
    ...(await rosterChange(manager, schoolId)),
    ...(await accountChanges(manager, schoolId)),
  ];
  const once = new Map(
    changes.map((change) => [`${change.kind} ${change.id} ${JSON.stringify(change.ids)}`, change]),
  );
  for (const change of once.values()) record({ manager, schoolId }, change);
}

function changesOf({ table, op, before, after }: Undone, schoolId: string): Omit<Change, 'schoolId'>[] {
  const row = after ?? before;
  if (!row) return [];
  const kinds = ITEMS[table];
  const other = OTHERS[table];
  if (!kinds) return other ? [other(row, schoolId)] : [];
  const [was, is] = [audienceIn(before), audienceIn(after)];
  const audience = was && is ? audiencesOf(was, is) : { audience: is ?? was };
  const id = row.id as string;
  // A membership has the name and the phone that a member has chosen there as well.
  const own = table === 'memberships' && op === 'change' ? [{ kind: 'me.changed' as const, id }] : [];
  return [{ kind: kinds[op], id, ...audience }, ...own];
}

const audienceIn = (row: Row | null): ChangeAudience | null =>
  row?.audience_type === undefined
    ? null
    : {
        audienceType: row.audience_type as string,
        audienceYears: row.audience_years as number[],
        audienceOrganizationIds: row.audience_organization_ids as string[],
        organizationId: row.organization_id as string | null,
      };

async function rosterChange(manager: EntityManager, schoolId: string): Promise<Omit<Change, 'schoolId'>[]> {
  const [found] = await manager.query<unknown[]>(
    'select from undo_rows where kept is null and table_name = any ($1::text[]) limit 1',
    [ROSTER],
  );
  return found ? [{ kind: 'roster.changed', id: schoolId }] : [];
}

/** Members of the school whose account was changed back. */
async function accountChanges(manager: EntityManager, schoolId: string): Promise<Omit<Change, 'schoolId'>[]> {
  const found = await manager.query<{ id: string }[]>(
    `select m.id from memberships m where m.school_id = $1 and m.user_id::text in (
       select coalesce(after, before) ->> case table_name when 'users' then 'id' else 'user_id' end from undo_rows
       where kept is null and table_name in ('users', 'user_addresses'))`,
    [schoolId],
  );
  return found.map(({ id }) => ({ kind: 'me.changed', id }));
}
