import type { CopiedTable } from '../../platform/database/table-copy.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import type { IdentityOfFile } from './age-file.js';
import { ArchiveReader } from './archive-reader.js';
import type { Seal } from './seal.js';
import { BrokenBackupError, tableEntry, tablesOf } from './backup-format.js';

const [LINE_END, TAB] = [0x0a, 0x09];

/**
 * Reads what was written as a restore would: every byte, and of every row that it has a value for each column, in UTF-8.
 * @param keys that open an encrypted one, and that it is sealed with
 * @throws CommandRefusedError when it is not what a restore takes
 */
export async function assertReadable(
  path: string,
  tables: CopiedTable[],
  { identity, seal }: { identity: IdentityOfFile | null; seal?: Seal },
): Promise<void> {
  const read = async (archive: ArchiveReader): Promise<void> => {
    for (const table of tablesOf(archive, tables))
      await assertRows(table, archive.content(tableEntry(table.name)));
  };
  try {
    await ArchiveReader.withChecked(path, read, identity, seal);
  } catch (error) {
    if (!(error instanceof BrokenBackupError)) throw error;
    throw new CommandRefusedError(
      'What was written is not what was meant: the disk, or the memory of this machine, is not to be trusted. There is no backup: look at them, and write it elsewhere.',
    );
  }
}

async function assertRows({ name, columns }: CopiedTable, rows: AsyncIterable<Buffer>): Promise<void> {
  let [row, values] = [1, 1];
  const text = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of rows) {
    try {
      text.decode(chunk, { stream: true });
    } catch {
      throw notText(name, row);
    }
    for (const byte of chunk) {
      if (byte === TAB) values += 1;
      if (byte !== LINE_END) continue;
      if (values !== columns.length) throw notARow(name, row);
      [row, values] = [row + 1, 1];
    }
  }
  if (values !== 1) throw notARow(name, row);
}

const notText = (table: string, row: number): Error =>
  new CommandRefusedError(
    `The table ${table} holds text that is not UTF8 (about row ${row}), and a backup with it could not be restored. There is no backup: a database of the encoding SQL_ASCII takes any bytes. Correct that row.`,
  );

const notARow = (table: string, row: number): Error =>
  new CommandRefusedError(
    `Row ${row} of the table ${table} has not a value for each column. There is no backup: write it once more.`,
  );
