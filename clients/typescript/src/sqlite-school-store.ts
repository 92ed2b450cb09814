import type { SchoolStore, SyncedItem, SyncedKey, SyncedType } from './school-store.js';

/** What of a database is used here: `DatabaseSync` of node:sqlite and `Database` of better-sqlite3 have it. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): { run(...values: string[]): unknown; all(...values: string[]): unknown[] };
}

const TABLES = `
  create table if not exists synced_items (
    school text not null, type text not null, id text not null, value text not null,
    primary key (school, type, id)
  ) without rowid;
  create table if not exists synced_cursors (school text primary key, cursor text not null) without rowid;`;

/** Keeps schools in two tables of a SQLite database, which lies where the app alone can read it. */
export class SqliteSchoolStore implements SchoolStore {
  /** @param school what it is kept by: another one for each account and school */
  constructor(
    private readonly database: SqliteDatabase,
    private readonly school: string,
  ) {
    database.exec(TABLES);
  }

  async cursor(): Promise<string | null> {
    const [row] = this.rows('select cursor from synced_cursors where school = ?', this.school);
    return row?.cursor ?? null;
  }

  async replace(items: readonly SyncedItem[], cursor: string): Promise<void> {
    this.atOnce(() => {
      this.run('delete from synced_items where school = ?', this.school);
      this.write(items, cursor);
    });
  }

  async change(put: readonly SyncedItem[], drop: readonly SyncedKey[], cursor: string): Promise<void> {
    this.atOnce(() => {
      for (const { type, id } of drop)
        this.run('delete from synced_items where school = ? and type = ? and id = ?', this.school, type, id);
      this.write(put, cursor);
    });
  }

  async all<Type extends SyncedType>(type: Type): Promise<SyncedItem<Type>[]> {
    const rows = this.rows(
      'select id, value from synced_items where school = ? and type = ?',
      this.school,
      type,
    );
    return rows.map(({ id, value }) => ({
      type,
      id: id!,
      value: JSON.parse(value!) as SyncedItem<Type>['value'],
    }));
  }

  async clear(): Promise<void> {
    this.atOnce(() => {
      for (const table of ['synced_items', 'synced_cursors'])
        this.run(`delete from ${table} where school = ?`, this.school);
    });
  }

  private write(items: readonly SyncedItem[], cursor: string): void {
    const insert = this.database.prepare('insert or replace into synced_items values (?, ?, ?, ?)');
    for (const { type, id, value } of items) insert.run(this.school, type, id, JSON.stringify(value));
    this.run('insert or replace into synced_cursors values (?, ?)', this.school, cursor);
  }

  private atOnce(work: () => void): void {
    this.database.exec('begin immediate');
    try {
      work();
      this.database.exec('commit');
    } catch (error) {
      this.database.exec('rollback');
      throw error;
    }
  }

  private run(sql: string, ...values: string[]): void {
    this.database.prepare(sql).run(...values);
  }

  private rows(sql: string, ...values: string[]): Record<string, string | undefined>[] {
    return this.database.prepare(sql).all(...values) as Record<string, string | undefined>[];
  }
}
