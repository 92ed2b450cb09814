import type { EntityManager } from 'typeorm';
import type { UndoCatalog } from './undo-catalog.js';
import { NAMES } from './undo-rules.js';
import { isRow } from './undo-sql.js';
import { CONFLICT_REASONS, type ConflictItem, type ConflictReason, MAX_NAMED } from './undo-report.js';

const REASONS = Object.keys(CONFLICT_REASONS)
  .map((reason, at) => `when '${reason}' then ${at}`)
  .join(' ');

/** Each item once, with the reason that says most. */
const CONFLICTS = `
  select root, conflict, conflict_by, count(*) over ()::int as n from (
    select distinct on (root) root, conflict, conflict_by from undo_rows where conflict is not null
    order by root, case conflict ${REASONS} end) each_item
  order by root limit ${MAX_NAMED}`;

interface Found {
  root: string;
  conflict: ConflictReason;
  conflict_by: string | null;
  n: number;
}

interface Described {
  source_id: string | null;
  title: string | null;
}

/** Items that stay, with their ids and titles, and how many there are. */
export async function conflictItems(
  manager: EntityManager,
  catalog: UndoCatalog,
  schoolId: string,
): Promise<{ items: ConflictItem[]; count: number }> {
  const found = await manager.query<Found[]>(CONFLICTS);
  const items: ConflictItem[] = [];
  for (const one of found) items.push(await describe(manager, catalog, schoolId, one));
  return { items, count: found[0]?.n ?? 0 };
}

async function describe(
  manager: EntityManager,
  catalog: UndoCatalog,
  schoolId: string,
  { root, conflict: reason, conflict_by }: Found,
): Promise<ConflictItem> {
  const [table, ...ids] = root.split('/') as [string, ...string[]];
  const { type, title: column } = NAMES[table] ?? { type: table };
  const titled = column === undefined ? 'null' : `row ->> '${column}'`;
  const [known] = await manager.query<Described[]>(
    `select row ->> 'source_id' as source_id, ${titled} as title from (
       select coalesce(u.after, u.before) as row, 1 as place from undo_rows u where u.root = $3 and u.table_name = $4
       union all
       select to_jsonb(t), 2 from (select $2::text[] as ids) u join ${table} t on ${isRow('t', catalog.table(table))}) rows
     order by place limit 1`,
    [schoolId, ids, root, table],
  );
  const { source_id = null, title = null } = known ?? {};
  const by = conflict_by === null ? '' : ` (${conflict_by})`;
  const name = title === null ? `${type} ${ids.join('/')}` : `${type} "${title}"`;
  const message = `The ${name} stays as it is: ${CONFLICT_REASONS[reason]}${by}.`;
  return { type, id: ids.join('/'), source_id, title, reason, message };
}
