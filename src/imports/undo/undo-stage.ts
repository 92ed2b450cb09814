import type { EntityManager } from 'typeorm';
import type { UndoCatalog, UndoTable } from './undo-catalog.js';
import { movesByItself, PART_OF, RECORDS_OF_WHEN } from './undo-rules.js';
import { idsOfJson, idsOfRow, isRow, names } from './undo-sql.js';

/**
 * The rows that a run has changed in a school, each once: `before` of its first change, `after` of its last. `op` is what an
 * undo does with a row: `remove` one that the run made, `return` one that it took away, `change` one back. `root` names the
 * item that a row is part of, `conflict` the reason why it stays as it is.
 */
const MAKE = `
  create temporary table undo_rows (
    place bigint generated always as identity primary key, table_name text not null, ids text[] not null,
    op text not null, before jsonb, after jsonb, target jsonb, changed text[], root text, conflict text, conflict_by text,
    is_late boolean not null default false)
  on commit drop`;

const INDEX = [
  'create index on undo_rows (table_name, ids)',
  'create index on undo_rows (root)',
  'analyze undo_rows',
];

/** Brings the rows of a run together, and finds those that somebody has changed since. */
export class UndoStage {
  /** Tables of the run that are there still, each after all that it refers to. */
  tables: UndoTable[] = [];

  constructor(
    private readonly manager: EntityManager,
    private readonly catalog: UndoCatalog,
    private readonly schoolId: string,
    private readonly runId: string,
  ) {}

  async fill(): Promise<void> {
    await this.manager.query(MAKE);
    const found = await this.manager.query<{ name: string }[]>(
      'select distinct table_name as name from import_changes where school_id = $1 and run_id = $2',
      [this.schoolId, this.runId],
    );
    this.tables = this.catalog.parentsFirst(found.map(({ name }) => name));
    for (const table of this.tables) await this.collapse(table);
    for (const statement of INDEX) await this.manager.query(statement);
    for (const table of this.tables) await this.compare(table);
    await this.findRoots();
  }

  private async collapse(table: UndoTable): Promise<void> {
    await this.manager.query(
      `insert into undo_rows (table_name, ids, op, before, after)
       select $3, ids, case when before is null then 'remove' when after is null then 'return' else 'change' end, before, after
       from (
         select ids, (array_agg(before order by number))[1] as before, (array_agg(after order by number desc))[1] as after
         from (
           select c.number, c.before, c.after, ${idsOfJson('coalesce(c.after, c.before)', table)} as ids
           from import_changes c where c.school_id = $1 and c.run_id = $2 and c.table_name = $3) each_change
         group by ids) each_row
       where before is distinct from after${RECORDS_OF_WHEN.includes(table.name) ? ' and before is not null' : ''}`,
      [this.schoolId, this.runId, table.name],
    );
  }

  /** Locks the rows as they are now, and says what each is to become. What somebody has taken away since is not made again. */
  private async compare(table: UndoTable): Promise<void> {
    const { name } = table;
    const parameters = [this.schoolId, name];
    await this.manager.query(
      `select count(*) from (
         select from ${name} t join undo_rows u on ${isRow('t', table)}
         where u.table_name = $2 order by ${idsOfRow('t', table)} for update of t) locked`,
      parameters,
    );
    const ignored = names(movesByItself(name));
    const own = names([...table.columns.keys()]);
    // A column that only one of the two has was added or taken away by a migration.
    const compared = (row: string, other: string): string =>
      `(select jsonb_object_agg(key, value) from jsonb_each(${row}) where key <> all (${ignored}) and key = any (${own})
         and ${other} ? key)`;
    await this.manager.query(
      `update undo_rows u set
         conflict = case
           when is_now is null and u.op = 'change' then 'gone_since'
           when is_now is null and u.op = 'remove' then 'gone'
           when u.op = 'return' and is_now is not null then 'made_again'
           when u.op <> 'return' and same is not true then 'changed_since' end,
         changed = columns,
         target = case u.op when 'return' then wanted when 'change' then is_now || wanted end
       from (
         select u.place, to_jsonb(t) as is_now, to_jsonb(t) = u.after or ${compared('to_jsonb(t)', 'u.after')} =
             ${compared('u.after', 'to_jsonb(t)')} as same, moved.columns, moved.wanted
         from undo_rows u left join ${name} t on ${isRow('t', table)}
           left join lateral (
             select array_agg(key) as columns, jsonb_object_agg(key, value) as wanted from jsonb_each(u.before)
             where key = any (${own}) and value is distinct from u.after -> key) moved on true
         where u.table_name = $2) found
       where found.place = u.place`,
      parameters,
    );
    await this.manager.query(`delete from undo_rows where table_name = $1 and conflict = 'gone'`, [name]);
  }

  /** A part of a part belongs to the whole. */
  private async findRoots(): Promise<void> {
    for (const { name } of this.tables) {
      const parents = Object.entries(PART_OF[name] ?? {});
      const parent = parents.map(
        ([column, whole]) => `when coalesce(after ->> '${column}', before ->> '${column}') is not null
          then '${whole}/' || coalesce(after ->> '${column}', before ->> '${column}')`,
      );
      const own = `table_name || '/' || array_to_string(ids, '/')`;
      const root = parent.length > 0 ? `case ${parent.join(' ')} else ${own} end` : own;
      await this.manager.query(`update undo_rows set root = ${root} where table_name = $1`, [name]);
    }
    for (const name of Object.keys(PART_OF)) {
      const found = await this.manager.query<unknown[]>(
        `select from undo_rows where root like $1 || '/%' limit 1`,
        [name],
      );
      if (found.length > 0) await this.liftRoots(this.catalog.table(name));
    }
  }

  /** From the rows of the run, and from those that it has left alone. */
  private async liftRoots(table: UndoTable): Promise<void> {
    const { name } = table;
    const parents = Object.entries(PART_OF[name]!);
    const whole = (json: string): string =>
      `coalesce(${parents.map(([column, parent]) => `'${parent}/' || (${json} ->> '${column}')`).join(', ')})`;
    await this.manager.query(
      `update undo_rows u set root = whole.root from (
         select parts.root as part, coalesce(${whole('coalesce(own.after, own.before)')}, ${whole('to_jsonb(t)')}) as root
         from (select distinct root, string_to_array(split_part(root, '/', 2), '/') as ids from undo_rows
           where root like '${name}/%') parts
         left join undo_rows own on own.table_name = '${name}' and own.ids = parts.ids
         left join ${name} t on ${isRow('t', table, 'parts.ids')}) whole
       where u.root = whole.part and whole.root is not null`,
      [this.schoolId],
    );
  }
}
