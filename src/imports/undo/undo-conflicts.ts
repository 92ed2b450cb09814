import type { EntityManager } from 'typeorm';
import type { ForeignKey, UndoCatalog, UndoTable } from './undo-catalog.js';
import { ANSWERS, ARRAYS_OF_IDS, MADE_BY_THE_SERVICE, STANDS_ALONE } from './undo-rules.js';
import { idsOfRow, isOfSchool } from './undo-sql.js';

/** Whether the row `r` of a table is one that the undo is about, and does not keep. */
const isUndone = (table: UndoTable): string => `exists (
  select from undo_rows own where own.table_name = '${table.name}' and own.ids = ${idsOfRow('r', table)} and own.conflict is null)`;

/**
 * Rows that stay, because people have something to do with them: it marks them in `undo_rows`, with the reason. What hangs
 * together stays together, until nothing more has to.
 */
export class UndoConflicts {
  constructor(
    private readonly manager: EntityManager,
    private readonly catalog: UndoCatalog,
    private readonly schoolId: string,
    /** UTC: when the import ran. */
    private readonly at: Date,
    private readonly tables: UndoTable[],
  ) {}

  async mark(): Promise<void> {
    await this.markAnswered();
    for (let marked = 1; marked > 0;) {
      marked = await this.markReferredTo();
      for (const table of this.tables) {
        marked += await this.markWithoutParent(table);
        for (const unique of table.unique) marked += await this.markMadeAgain(table, unique);
      }
      marked += await this.markTogether();
    }
    await this.markLate();
  }

  /** Items that somebody has answered since: those that go are referred to anyway. */
  private async markAnswered(): Promise<void> {
    for (const { table, column, answeredAt, item } of ANSWERS)
      await this.update(
        `conflict = 'answered_since', conflict_by = '${table}'`,
        `u.conflict is null and u.root like '${item}/%' and exists (
           select from ${table} r where r.school_id = $1 and r.${column} = split_part(u.root, '/', 2)::uuid
             and coalesce(r.${answeredAt} > $2, true))`,
        this.at,
      );
  }

  /** Rows of the run to which a row refers that stays: it would go with it, or lose what it refers to. */
  private async markReferredTo(): Promise<number> {
    let marked = 0;
    const removed = await this.tablesWith('remove');
    for (const key of this.catalog.foreignKeys.filter(({ refersTo }) => removed.has(refersTo)))
      marked += await this.markByKey(key, `r."${key.column}"`, '=');
    for (const { table, column, refersTo } of ARRAYS_OF_IDS.filter((one) => removed.has(one.refersTo)))
      marked += await this.markByKey({ table, refersTo }, `r.${column}`, '= any');
    return marked;
  }

  private async markByKey(
    { table, refersTo }: Pick<ForeignKey, 'table' | 'refersTo'>,
    column: string,
    operator: '=' | '= any',
  ): Promise<number> {
    const referring = this.catalog.table(table);
    const byPeople = MADE_BY_THE_SERVICE[table] ?? 'true';
    if (byPeople === 'false') return 0;
    const undone = this.tables.includes(referring) ? ` and not ${isUndone(referring)}` : '';
    const ofSchool = referring.hasSchool && refersTo !== 'users' ? 'r.school_id = $1 and ' : '';
    return this.update(
      `conflict = 'referred_to', conflict_by = '${table}'`,
      `u.conflict is null and u.op = 'remove' and u.table_name = '${refersTo}' and exists (
         select from ${table} r where ${ofSchool}u.ids[1]::uuid ${operator} (${column}) and ${byPeople}${undone})`,
    );
  }

  /** Rows that would refer to one that is gone. */
  private async markWithoutParent({ name }: UndoTable): Promise<number> {
    let marked = 0;
    for (const { column, refersTo } of this.catalog.foreignKeys.filter(({ table }) => table === name)) {
      const parent = this.catalog.table(refersTo);
      const id = `(u.target ->> '${column}')`;
      marked += await this.update(
        `conflict = 'parent_gone', conflict_by = '${refersTo}'`,
        `u.conflict is null and u.table_name = '${name}' and (u.op = 'return' or '${column}' = any (u.changed))
           and ${id} is not null
           and not exists (select from ${refersTo} p where ${isOfSchool('p', parent)} and p.id = ${id}::uuid)
           and not exists (select from undo_rows own where own.table_name = '${refersTo}' and own.ids = array[${id}]
             and own.op = 'return' and own.conflict is null)`,
      );
    }
    return marked;
  }

  /** Rows of which somebody has made the like since. */
  private async markMadeAgain(table: UndoTable, unique: string[]): Promise<number> {
    const { name } = table;
    if (unique.length === 0) return 0;
    const isAlike = unique.map(
      (column) => `r."${column}" = (u.target ->> '${column}')::${table.columns.get(column)}`,
    );
    const columns = unique.map((column) => `'${column}'`).join(', ');
    return this.update(
      `conflict = 'made_again'`,
      `u.conflict is null and u.table_name = '${name}' and (u.op = 'return' or u.changed && array[${columns}]::text[])
         and exists (select from ${name} r where ${isOfSchool('r', table)} and ${isAlike.join(' and ')}
           and ${idsOfRow('r', table)} <> u.ids
           and not exists (select from undo_rows own where own.table_name = '${name}' and own.ids = ${idsOfRow('r', table)}
             and own.conflict is null and (own.op = 'remove' or own.changed && array[${columns}]::text[])))`,
    );
  }

  /**
   * An item stays whole, and what the run has made below a row that stays does too; but for what is below another row as well,
   * and goes with that one: a place in a team, of a student.
   */
  private async markTogether(): Promise<number> {
    let marked = await this.update(
      `conflict = 'together'`,
      `u.conflict is null and u.root in (select root from undo_rows where conflict is not null)`,
    );
    const belongings = this.belongings();
    for (const { table, column, refersTo } of belongings) {
      const isBelow = (key: ForeignKey, conflict: string): string => `exists (
        select from undo_rows p where p.table_name = '${key.refersTo}' and p.ids = array[u.after ->> '${key.column}']
          and p.op = 'remove' and p.conflict is ${conflict})`;
      const others = belongings.filter((key) => key.table === table && key.column !== column);
      marked += await this.update(
        `conflict = 'below_conflict', conflict_by = '${refersTo}'`,
        [
          `u.conflict is null and u.op = 'remove' and u.table_name = '${table}'`,
          isBelow({ table, column, refersTo, cascades: true }, 'not null'),
          ...others.map((key) => `not ${isBelow(key, 'null')}`),
        ].join(' and '),
      );
    }
    return marked;
  }

  private belongings(): ForeignKey[] {
    const names = new Set(this.tables.map(({ name }) => name));
    return this.catalog.foreignKeys.filter(
      ({ table, refersTo, cascades }) =>
        cascades && names.has(table) && names.has(refersTo) && !STANDS_ALONE.includes(refersTo),
    );
  }

  /**
   * Rows of the run that go last, for a row that is put back refers to them until then. All others go first: what is put
   * back may need their names.
   */
  private async markLate(): Promise<void> {
    const keys = this.catalog.foreignKeys.filter(
      ({ table, refersTo }) =>
        this.tables.some(({ name }) => name === table) && this.tables.some(({ name }) => name === refersTo),
    );
    for (let marked = 1; marked > 0;) {
      marked = 0;
      for (const { table, column, refersTo } of keys)
        marked += await this.update(
          'is_late = true',
          `u.conflict is null and not u.is_late and u.op = 'remove' and u.table_name = '${refersTo}' and exists (
             select from undo_rows r where r.table_name = '${table}' and r.conflict is null
               and r.after ->> '${column}' = u.ids[1] and (r.op = 'change' or r.op = 'remove' and r.is_late))`,
        );
    }
  }

  private async tablesWith(op: string): Promise<Set<string>> {
    const found = await this.manager.query<{ name: string }[]>(
      'select distinct table_name as name from undo_rows where op = $1 and conflict is null',
      [op],
    );
    return new Set(found.map(({ name }) => name));
  }

  private async update(set: string, where: string, ...more: unknown[]): Promise<number> {
    const text = `update undo_rows u set ${set} where ${where}`;
    const parameters = [this.schoolId, ...more].slice(0, Math.max(...placeholdersIn(text), 0));
    const [, count] = await this.manager.query<[unknown, number]>(text, parameters);
    return count;
  }
}

/** Numbers of the parameters that a statement has. */
const placeholdersIn = (text: string): number[] =>
  [...text.matchAll(/\$(\d)/g)].map(([, number]) => Number(number));
