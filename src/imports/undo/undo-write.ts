import type { EntityManager } from 'typeorm';
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/errors/postgres-errors.js';
import type { UndoTable } from './undo-catalog.js';
import { decidedByTriggers } from './undo-rules.js';
import { columnList, isOfSchool, isRow, names } from './undo-sql.js';

/** Rows that the database refuses: they have to stay, and what hangs on them. */
export class RefusedRowsError extends Error {
  constructor(readonly places: string[]) {
    super('The database refuses rows of an undo');
  }
}

/** Names of the columns that are put back. */
const SHAPE = 'array(select key from jsonb_object_keys(u.target) key order by key)';

/** Triggers may complete what is put back, of which the last word is the row that was kept. */
const PASSES = 3;

/** Puts back what is to be put back: what the run has made goes, and what it has changed or taken away is as it was. */
export class UndoWrite {
  constructor(
    private readonly manager: EntityManager,
    private readonly schoolId: string,
    private readonly tables: UndoTable[],
  ) {}

  /** @throws RefusedRowsError */
  async carryOut(): Promise<void> {
    await this.remove(false);
    for (const table of this.tables) {
      await this.putReturned(table);
      await this.putChanged(table);
    }
    await this.remove(true);
    for (let pass = 1; pass < PASSES; pass += 1) for (const table of this.tables) await this.correct(table);
    await this.assertPutBack();
  }

  /** Parents first: what the run has made below them goes along. */
  private async remove(isLate: boolean): Promise<void> {
    for (const table of this.tables)
      await this.each(
        table,
        (which) => `delete from ${table.name} t using undo_rows u
          where ${isRow('t', table)} and u.table_name = '${table.name}' and u.op = 'remove' and u.conflict is null
            and u.is_late = ${String(isLate)} and ${which}`,
      );
  }

  /** A row that a trigger has made already, such as the address of an account, becomes the one of before. */
  private async putReturned(table: UndoTable): Promise<void> {
    for (const columns of await this.shapes(table)) {
      const key =
        table.hasSchool && !table.key.includes('school_id') ? ['school_id', ...table.key] : table.key;
      const others = columns.filter((column) => !key.includes(column));
      const replaced = others.map((column) => `"${column}" = excluded."${column}"`);
      await this.each(
        table,
        (which) => `insert into ${table.name} (${columnList(columns)})
          select ${columnList(columns, 'was')} from undo_rows u, jsonb_populate_record(null::${table.name}, u.target) was
          where ${isOfSchool('was', table)} and u.table_name = '${table.name}' and u.op = 'return' and u.conflict is null
            and ${SHAPE} = ${names(columns)} and ${which}
          on conflict (${columnList(key)}) do ${replaced.length > 0 ? `update set ${replaced.join(', ')}` : 'nothing'}`,
      );
    }
  }

  private async putChanged(table: UndoTable): Promise<void> {
    await this.update(table, [...table.columns.keys()], `u.op = 'change'`);
  }

  /** Where a trigger has made something else of it. */
  private async correct(table: UndoTable): Promise<void> {
    const columns = [...table.columns.keys()].filter(
      (column) => !decidedByTriggers(table.name).includes(column),
    );
    await this.update(table, columns, this.differs(table));
  }

  private async update(table: UndoTable, columns: string[], where: string): Promise<void> {
    const written = columns.filter((column) => column !== 'school_id' && !table.key.includes(column));
    if (written.length === 0) return;
    await this.each(
      table,
      (which) => `update ${table.name} t set (${columnList(written)}) =
          (select ${columnList(written, 'wanted')} from jsonb_populate_record(t, u.target) wanted)
        from undo_rows u
        where ${isRow('t', table)} and u.table_name = '${table.name}' and u.op in ('change', 'return') and u.conflict is null
          and ${where} and ${which}`,
    );
  }

  private differs({ name }: UndoTable): string {
    const ignored = names(decidedByTriggers(name));
    return `to_jsonb(t) || (u.target - ${ignored}) <> to_jsonb(t)`;
  }

  /**
   * What a trigger keeps otherwise than it was stays as it is now, such as the link of a guardian whom somebody has restricted since.
   * @throws RefusedRowsError
   */
  private async assertPutBack(): Promise<void> {
    const refused: string[] = [];
    for (const table of this.tables) {
      const rows = await this.manager.query<{ place: string }[]>(
        `select u.place from undo_rows u left join ${table.name} t on ${isRow('t', table)}
         where u.table_name = $2 and u.conflict is null
           and case when u.op = 'remove' then t.tableoid is not null else t.tableoid is null or ${this.differs(table)} end`,
        [this.schoolId, table.name],
      );
      refused.push(...rows.map(({ place }) => place));
    }
    if (refused.length > 0) throw new RefusedRowsError(refused);
  }

  /** Lists of columns that rows had when they were kept: a migration may have added some since. */
  private async shapes({ name }: UndoTable): Promise<string[][]> {
    const found = await this.manager.query<{ columns: string[] }[]>(
      `select distinct ${SHAPE} as columns from undo_rows u where u.table_name = $1 and u.op = 'return' and u.conflict is null`,
      [name],
    );
    return found.map(({ columns }) => columns);
  }

  /**
   * One statement for all of the rows; where the database refuses it, one for each, to find out which it means.
   * @throws RefusedRowsError
   */
  private async each(table: UndoTable, statement: (which: string) => string): Promise<void> {
    const all = (): Promise<unknown> => this.manager.query(statement('true'), [this.schoolId]);
    if (!(await this.isRefused(all))) return;
    const places = await this.manager.query<{ place: string }[]>(
      'select place from undo_rows where table_name = $1 and conflict is null order by place',
      [table.name],
    );
    const refused: string[] = [];
    for (const { place } of places)
      if (await this.isRefused(() => this.manager.query(statement('u.place = $2'), [this.schoolId, place])))
        refused.push(place);
    if (refused.length > 0) throw new RefusedRowsError(refused);
  }

  private async isRefused(work: () => Promise<unknown>): Promise<boolean> {
    await this.manager.query('savepoint undo_rows');
    try {
      await work();
      await this.manager.query('release savepoint undo_rows');
      return false;
    } catch (error) {
      if (!isUniqueViolation(error) && !isForeignKeyViolation(error)) throw error;
      await this.manager.query('rollback to savepoint undo_rows');
      return true;
    }
  }
}
