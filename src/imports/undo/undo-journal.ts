import type { EntityManager } from 'typeorm';
import { SCHOOL_DETAILS_ID } from '../../features/documents/school-details.js';
import type { ChangeKind } from '../../platform/journal/change-kinds.js';
import { audiencesOf, type Change, record } from '../../platform/journal/recorded-changes.js';

type Op = 'remove' | 'return' | 'change';
type Row = Record<string, unknown>;
type Recorded = Omit<Change, 'schoolId'>;

/** An item that was put back: as it was after the run, and as it is now. */
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
    ...{ remove: 'organization.changed', return: 'organization.created', change: 'organization.changed' },
  },
  permission_slips: {
    remove: 'permission_slip.deleted',
    return: 'permission_slip.created',
    change: 'permission_slip.changed',
  },
  polls: { remove: 'poll.deleted', return: 'poll.created', change: 'poll.changed' },
  signups: { remove: 'signup.deleted', return: 'signup.created', change: 'signup.edited' },
};

/** A row that is no item of its own: whose reading it changes, and for whom alone. */
interface OfOther {
  kind: ChangeKind;
  /** Its column with the id of the item; left out: the school is that. */
  of?: string;
  members?: string;
  readers?: string;
}

const ROSTER: OfOther = { kind: 'roster.changed' };

const OTHERS: Record<string, OfOther> = {
  guardian_departures: ROSTER,
  guardians: ROSTER,
  lists: { kind: 'list.changed', of: 'id', readers: 'owner_membership_id' },
  list_guardians: { kind: 'list.changed', of: 'list_id' },
  list_students: { kind: 'list.changed', of: 'list_id' },
  menu_entries: { kind: 'menu.changed' },
  notes: { kind: 'note.changed', of: 'student_id', readers: 'author_membership_id' },
  organization_grants: { kind: 'grant.changed', of: 'organization_id', members: 'membership_id' },
  organization_leaders: { kind: 'organization.changed', of: 'organization_id' },
  organization_parents: { kind: 'organization_roster.changed', of: 'organization_id' },
  organization_photos: { kind: 'organization.changed', of: 'organization_id' },
  organization_students: { kind: 'organization_roster.changed', of: 'organization_id' },
  parent_photos: { kind: 'me.changed', of: 'membership_id' },
  schools: { kind: 'school.changed' },
  staff_members: { kind: 'staff_member.changed', of: 'id' },
  stars: { kind: 'student.starred', of: 'student_id', readers: 'membership_id' },
  student_photos: { kind: 'student.changed', of: 'student_id' },
  students: ROSTER,
  withdrawn_guardians: ROSTER,
};

/** Columns of which the journal's rows are made: no text, no name and no contact. */
const KEYS = ['id', 'organization_id', 'audience_type', 'audience_years', 'audience_organization_ids'];

const onlyKeys = (json: string): string =>
  `(select jsonb_object_agg(key, value) from jsonb_each(${json}) where key in (${KEYS.map((key) => `'${key}'`).join(', ')}))`;

/** Items ($1: their tables) of which anything was put back: a part alone stands for a change of the whole. */
const UNDONE = `
  with undone as (
    select root, table_name || '/' || array_to_string(ids, '/') as name, table_name, op, before, after, target
    from undo_rows where conflict is null and split_part(root, '/', 1) = any ($1::text[]))
  select split_part(each.root, '/', 1) as "table", coalesce(whole.op, 'change') as op, ${onlyKeys('whole.after')} as before,
    coalesce(${onlyKeys('coalesce(whole.target, whole.before)')},
      case when whole.name is null then jsonb_build_object('id', split_part(each.root, '/', 2)) end) as after
  from (select distinct root from undone) each left join undone whole on whole.name = each.root
  order by each.root`;

/**
 * Says of each item that was put back that it has changed, as a write of it does, and of the school: what items show of each
 * other is otherwise as well, so that whoever follows a cursor reads all of it anew.
 */
export async function recordUndone(manager: EntityManager, schoolId: string): Promise<void> {
  const items = await manager.query<Undone[]>(UNDONE, [Object.keys(ITEMS)]);
  const changes: Recorded[] = [
    ...((await hasUndone(manager)) ? [{ kind: 'school.changed' as const, id: schoolId }] : []),
    ...items.flatMap(changesOf),
    ...(await otherChanges(manager, schoolId)),
    ...(await accountChanges(manager, schoolId)),
  ];
  const keyOf = ({ kind, id, ids }: Recorded): string => `${kind} ${id} ${JSON.stringify(ids)}`;
  const once = new Map(changes.map((change) => [keyOf(change), change]));
  for (const change of once.values()) record({ manager, schoolId }, change);
}

async function hasUndone(manager: EntityManager): Promise<boolean> {
  const found = await manager.query<unknown[]>('select from undo_rows where conflict is null limit 1');
  return found.length > 0;
}

function changesOf({ table, op, before, after }: Undone): Recorded[] {
  const row = (after ?? before)!;
  const [was, is] = [audienceIn(before), audienceIn(after)];
  const audience = was && is ? audiencesOf(was, is) : { audience: is ?? was };
  const id = row.id as string;
  // A membership has the name and the phone that a member has chosen there as well.
  const own = table === 'memberships' && op === 'change' ? [{ kind: 'me.changed' as const, id }] : [];
  return [{ kind: ITEMS[table]![op], id, ...audience }, ...own];
}

const audienceIn = (row: Row | null): Change['audience'] | null =>
  row?.audience_type === undefined
    ? null
    : {
        audienceType: row.audience_type as string,
        audienceYears: row.audience_years as number[],
        audienceOrganizationIds: row.audience_organization_ids as string[],
        organizationId: row.organization_id as string | null,
      };

/** However many rows there are of an item, one is enough. */
async function otherChanges(manager: EntityManager, schoolId: string): Promise<Recorded[]> {
  const changes: Recorded[] = [];
  for (const [table, { kind, of = null, members, readers }] of Object.entries(OTHERS)) {
    const found = await manager.query<{ id: string | null; who: string | null }[]>(
      `select distinct coalesce(after, before) ->> $2 as id, coalesce(after, before) ->> $3 as who from undo_rows
       where conflict is null and table_name = $1`,
      [table, of, members ?? readers ?? null],
    );
    for (const { id, who } of found)
      changes.push({
        ...{ kind, id: id ?? schoolId },
        ...(who !== null && { ids: { [members ? 'members' : 'readers']: [who] } }),
      });
  }
  const [details] = await manager.query<unknown[]>(
    `select from undo_rows where conflict is null and table_name = 'school_details' limit 1`,
  );
  return details ? [...changes, { kind: 'document.updated', id: SCHOOL_DETAILS_ID }] : changes;
}

/** Members of the school whose account was changed back. */
async function accountChanges(manager: EntityManager, schoolId: string): Promise<Recorded[]> {
  const found = await manager.query<{ id: string }[]>(
    `select m.id from memberships m where m.school_id = $1 and m.user_id::text in (
       select coalesce(after, before) ->> case table_name when 'users' then 'id' else 'user_id' end from undo_rows
       where conflict is null and table_name in ('users', 'user_addresses'))`,
    [schoolId],
  );
  return found.map(({ id }) => ({ kind: 'me.changed', id }));
}
