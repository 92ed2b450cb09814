import { createHash } from 'node:crypto';
import { ArchiveReader } from '../../../src/cli/backup/archive-reader.js';
import { ArchiveWriter } from '../../../src/cli/backup/archive-writer.js';
import type { Manifest } from '../../../src/cli/backup/backup-format.js';
import { entriesOf } from '../schools/school-moves.js';

export type Rewriting = (manifest: Manifest, parts: Map<string, Buffer>) => void;

/** The file with other parts, sealed as if it were one. @returns where it is */
export async function rewrittenFile(file: string, target: string, change: Rewriting): Promise<string> {
  const parts = await entriesOf(file);
  parts.delete('manifest.json');
  const manifest = await ArchiveReader.withChecked(file, (archive) =>
    Promise.resolve(structuredClone(archive.manifest)),
  );
  change(manifest, parts);
  await ArchiveWriter.into(target, async (writer) => {
    for (const [name, part] of parts) await writer.add(name, only(part), true);
    await writer.finish(manifest);
  });
  return target;
}

async function* only(part: Buffer): AsyncGenerator<Buffer> {
  yield part;
}

export const described = (part: Buffer): { bytes: number; sha256: string } => ({
  bytes: part.length,
  sha256: createHash('sha256').update(part).digest('hex'),
});

/** By column, as COPY writes them: a null is `\N`. */
export type CopiedRow = Record<string, string>;

/** Other rows of a table. */
export const rowsChanged =
  (table: string, change: (rows: CopiedRow[]) => CopiedRow[]): Rewriting =>
  ({ tables }, parts) => {
    const { columns } = tables[table]!;
    const lines = parts.get(`tables/${table}.copy`)!.toString('utf8').split('\n').slice(0, -1);
    const rows = lines.map((line): CopiedRow => {
      const values = line.split('\t');
      return Object.fromEntries(columns.map((column, at) => [column, values[at]!]));
    });
    const after = change(rows).map((row) => `${columns.map((column) => row[column]).join('\t')}\n`);
    withPart(table, after.join(''))({ tables } as Manifest, parts);
    tables[table]!.rows = after.length;
  };

/** The whole of a table as text. */
export const withPart =
  (table: string, text: string): Rewriting =>
  ({ tables }, parts) => {
    const part = Buffer.from(text);
    parts.set(`tables/${table}.copy`, part);
    tables[table] = { columns: [], rows: 0, ...tables[table], ...described(part) };
  };

/** One after the other. */
export const all =
  (...changes: Rewriting[]): Rewriting =>
  (manifest, parts) =>
    changes.forEach((change) => change(manifest, parts));

/** All rows. */
export const each =
  (change: Partial<CopiedRow> | ((row: CopiedRow) => Partial<CopiedRow>)) =>
  (rows: CopiedRow[]): CopiedRow[] =>
    rows.map((row) => ({ ...row, ...(typeof change === 'function' ? change(row) : change) }) as CopiedRow);

export const first =
  (change: () => Partial<CopiedRow>) =>
  ([row, ...rows]: CopiedRow[]): CopiedRow[] => [{ ...row, ...change() } as CopiedRow, ...rows];

/** One more, like the first one. */
export const oneMore =
  (change: () => Partial<CopiedRow>) =>
  (rows: CopiedRow[]): CopiedRow[] => [...rows, { ...rows[0], ...change() } as CopiedRow];

/** With a table that a file of one school does not have. */
export const withTable =
  (table: string, columns: string[], row: () => string[]): Rewriting =>
  (manifest, parts) => {
    withPart(table, `${row().join('\t')}\n`)(manifest, parts);
    Object.assign(manifest.tables[table]!, { columns, rows: 1 });
  };

/** With a column that a file of one school does not have. */
export const withColumn = (table: string, column: string, value: string): Rewriting =>
  all(
    (manifest) => void manifest.tables[table]!.columns.push(column),
    withText(table, (text) => text.replaceAll('\n', `\t${value}\n`)),
  );

export const withText =
  (table: string, change: (text: string) => string): Rewriting =>
  (manifest, parts) =>
    withPart(table, change(parts.get(`tables/${table}.copy`)!.toString('utf8')))(manifest, parts);

export const saying =
  (more: Partial<Manifest>): Rewriting =>
  (manifest) =>
    void Object.assign(manifest, more);
