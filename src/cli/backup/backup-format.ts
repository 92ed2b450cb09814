import { z } from 'zod';
import type { CopiedTable } from '../../platform/database/table-copy.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { findContentType } from '../../platform/storage/object-key.js';

/** Rises when a file of before can no longer be read, or one of now not by what was before. */
export const FORMAT_VERSION = 1;
export const MANIFEST = 'manifest.json';

/** Bytes: no object is larger, and one at a time is held in memory. */
export const MAX_OBJECT_BYTES = 32 * 1024 * 1024;
/** Bytes: a list of more than a million objects. */
export const MAX_MANIFEST_BYTES = 256 * 1024 * 1024;

const count = z.int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Within the years that a service is operated in: each month of them becomes a table. */
const moment = z.iso.datetime().refine((text) => text > '2000' && text < '2100');
const archived = z.object({ bytes: count, sha256 });

/** Text of a file that an operator may read: it has no control characters for their terminal. */
const displayable = z.string().regex(/^[\w.+-]{1,100}$/);
const archivedSchool = z.object({ id: z.uuid(), short_name: displayable, name: z.string() });

export const manifest = z.object({
  format_version: z.literal(FORMAT_VERSION),
  /** The one that the file is of; without it, it is of a whole installation. */
  school: archivedSchool.optional(),
  /** SITE_URL of the installation that has written it, where it is of one school. */
  origin: z
    .url({ protocol: /^https?$/ })
    .max(300)
    .optional(),
  product_version: displayable,
  /** UTC. */
  created_at: z.iso.datetime(),
  /** Applied to the tables, oldest first. */
  migrations: z.array(z.string()).min(1),
  tables: z.record(
    z.string().regex(/^[a-z0-9_]+$/),
    archived.extend({ columns: z.array(z.string()), rows: count }),
  ),
  objects: z.record(
    z.string().refine((key) => findContentType(key) !== null),
    archived.refine(({ bytes }) => bytes <= MAX_OBJECT_BYTES),
  ),
  /** Keys that the tables name and the store had nothing under. */
  missing_objects: z.array(z.string()),
  /** From the first row to the last of the tables that lie by the month (UTC); not in files of before. */
  months: z.object({ first: moment, last: moment }).nullish(),
});

export type Manifest = z.output<typeof manifest>;
export type ArchivedSchool = z.output<typeof archivedSchool>;
export type ArchivedEntry = z.output<typeof archived>;

/** What a school is loaded from: a file, or another installation. */
export interface SchoolArchive {
  /** For messages. */
  readonly path: string;
  readonly manifest: Manifest;
  content(name: string): AsyncGenerator<Buffer>;
}

/** Contents of a backup, or of what was restored: rows by table, and objects. */
export interface BackupContents {
  /** Where it is of one school. */
  school_id?: string;
  tables: Record<string, number>;
  objects: number;
}

export const contentsOf = ({ school, tables, objects }: Manifest): BackupContents => ({
  ...(school && { school_id: school.id }),
  tables: Object.fromEntries(Object.entries(tables).map(([name, { rows }]) => [name, rows])),
  objects: Object.keys(objects).length,
});

export const tableEntry = (name: string): string => `tables/${name}.copy`;
export const objectEntry = (key: string): string => `objects/${key}`;

/** Every entry of the file, but for the manifest itself. */
export const entriesOf = ({ tables, objects }: Manifest): Map<string, ArchivedEntry> =>
  new Map([
    ...Object.entries(tables).map(([name, archived]) => [tableEntry(name), archived] as const),
    ...Object.entries(objects).map(([key, archived]) => [objectEntry(key), archived] as const),
  ]);

/**
 * With their columns in the order in which the file has the values.
 * @throws BrokenBackupError unless the file has these tables, as they are
 */
export function tablesOf<Table extends CopiedTable>(
  { path, manifest: { tables: archived } }: { path: string; manifest: Manifest },
  tables: Table[],
): Table[] {
  if (Object.keys(archived).some((name) => !tables.some((table) => table.name === name)))
    throw new BrokenBackupError(path, 'it has tables that its version did not have');
  return tables.map((table) => {
    const columns = archived[table.name]?.columns;
    if (columns?.toSorted().join() !== table.columns.toSorted().join())
      throw new BrokenBackupError(path, `its table ${table.name} is not the one of its version`);
    return { ...table, columns: columns ?? [] };
  });
}

/** The file is no backup, or not the one that was written. */
export class BrokenBackupError extends CommandRefusedError {
  constructor(path: string, reason: string) {
    super(`${path} is no whole backup (${reason}). Nothing was changed.`);
  }
}
