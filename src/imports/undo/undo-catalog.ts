import type { EntityManager } from 'typeorm';

export interface ForeignKey {
  /** The referring table. */
  table: string;
  /** Its column that is compared with the id; the school is compared besides. */
  column: string;
  refersTo: string;
  /** Whether rows go with what they refer to; else the column becomes null. */
  cascades: boolean;
}

export interface UndoTable {
  name: string;
  hasSchool: boolean;
  /** With their types; columns that the database computes are none of them. */
  columns: Map<string, string>;
  /** The primary key without the school. */
  key: string[];
  /** Other unique keys, without the school. */
  unique: string[][];
}

const COLUMNS = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  order by c.relname, a.attnum`;

/** Of all rows: one with a condition holds for some of them alone. */
const UNIQUE = `
  select c.relname as "table", i.indisprimary as "isPrimary", array_agg(a.attname::text order by k.place) as columns
  from pg_index i join pg_class c on c.oid = i.indrelid
    cross join unnest(i.indkey::int2[]) with ordinality k(number, place)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
  where i.indisunique and i.indpred is null and i.indexprs is null
    and c.relnamespace = 'public'::regnamespace and not c.relispartition
  group by c.relname, i.indexrelid, i.indisprimary`;

const FOREIGN_KEYS = `
  select f.conrelid::regclass::text as "table", f.confrelid::regclass::text as "refersTo", f.confdeltype = 'c' as cascades,
    own.attname as "column"
  from pg_constraint f cross join unnest(f.conkey, f.confkey) as pair(own, theirs)
    join pg_attribute own on own.attrelid = f.conrelid and own.attnum = pair.own
    join pg_attribute theirs on theirs.attrelid = f.confrelid and theirs.attnum = pair.theirs
  where f.contype = 'f' and f.conparentid = 0 and f.connamespace = 'public'::regnamespace and theirs.attname = 'id'
  order by 1, 4`;

/** The tables as they are now: a migration may have changed them since the import. */
export class UndoCatalog {
  private constructor(
    private readonly tables: Map<string, UndoTable>,
    readonly foreignKeys: ForeignKey[],
  ) {}

  static async read(manager: EntityManager): Promise<UndoCatalog> {
    const columns = await manager.query<{ table: string; name: string; type: string }[]>(COLUMNS);
    const keys = await manager.query<{ table: string; isPrimary: boolean; columns: string[] }[]>(UNIQUE);
    const tables = new Map<string, UndoTable>();
    for (const [name, own] of Map.groupBy(columns, ({ table }) => table)) {
      const unique = keys.filter(({ table }) => table === name);
      const without = (all: string[]): string[] => all.filter((column) => column !== 'school_id');
      const primary = unique.find(({ isPrimary }) => isPrimary)?.columns ?? [];
      tables.set(name, {
        name,
        hasSchool: own.some((column) => column.name === 'school_id'),
        columns: new Map(own.map((column) => [column.name, column.type])),
        key: without(primary).length > 0 ? without(primary) : primary,
        unique: unique.filter(({ isPrimary }) => !isPrimary).map((one) => without(one.columns)),
      });
    }
    return new UndoCatalog(tables, await manager.query<ForeignKey[]>(FOREIGN_KEYS));
  }

  table(name: string): UndoTable {
    const table = this.tables.get(name);
    if (!table) throw new Error(`There is no table ${name} any more`);
    return table;
  }

  has(name: string): boolean {
    return this.tables.has(name);
  }

  /** Those of these names, each after all that it refers to. */
  parentsFirst(names: string[]): UndoTable[] {
    const ordered: UndoTable[] = [];
    const left = new Set(names.filter((name) => this.has(name)));
    while (left.size > 0) {
      const next = [...left].filter((name) => !this.parentsOf(name).some((parent) => left.has(parent)));
      if (next.length === 0)
        throw new Error(`Tables refer to each other in a circle: ${[...left].join(', ')}`);
      for (const name of next.sort()) {
        left.delete(name);
        ordered.push(this.table(name));
      }
    }
    return ordered;
  }

  private parentsOf(name: string): string[] {
    const keys = this.foreignKeys.filter(({ table, refersTo }) => table === name && refersTo !== name);
    return keys.map(({ refersTo }) => refersTo);
  }
}
