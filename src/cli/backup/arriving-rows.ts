import { normalizeEmail, looksLikeEmail } from '../../platform/text/normalize.js';
import type { ArchiveReader } from './archive-reader.js';
import type { Arrived, ComingPerson } from './arriving-people.repository.js';
import { BrokenBackupError, tableEntry, type ArchivedSchool } from './backup-format.js';
import type { BackupTable } from './snapshot.repository.js';

/** What becomes of the values of a row: undefined where it is none that the file may have. */
export type Change = (values: string[]) => string[] | undefined;

/** As COPY writes a value that is none. */
const NULL = String.raw`\N`;

/**
 * What PostgreSQL reads as another number of rows than there are lines: a carriage return, the mark of the end, and a
 * backslash before the end of the line. COPY has written none of them.
 */
const isOneRow = (line: string, values: number): boolean =>
  !line.includes('\r') &&
  line !== String.raw`\.` &&
  line.split('\t').length === values &&
  backslashesAtEnd(line) % 2 === 0;

function backslashesAtEnd(line: string): number {
  let count = 0;
  while (line.at(-1 - count) === '\\') count += 1;
  return count;
}

/** Row by row as it is to be here, and nothing gathered. */
export async function* rowsOf(
  archive: ArchiveReader,
  { name, columns }: BackupTable,
  change: Change,
): AsyncGenerator<Buffer> {
  const asHere = (line: string): string => {
    const values = isOneRow(line, columns.length) ? change(line.split('\t')) : undefined;
    if (values === undefined)
      throw new BrokenBackupError(archive.path, `a row of ${name} is not the school’s`);
    return `${values.join('\t')}\n`;
  };
  let rest = '';
  for await (const chunk of archive.content(tableEntry(name))) {
    // A character a byte: what is not changed stays as it is.
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    yield Buffer.from(lines.map(asHere).join(''), 'latin1');
  }
  if (rest) throw new BrokenBackupError(archive.path, `${tableEntry(name)} does not end with a row`);
}

export const itself =
  ({ columns }: BackupTable, { id }: ArchivedSchool): Change =>
  (values) =>
    values[columns.indexOf('id')] === id ? values : undefined;

/**
 * Of the school alone, everyone by the id that they have here, and with secrets that the other installation does not know.
 * @param named is told of every person whom a row names, by their id in the file
 * @param newSecret in the place of one that opens something
 */
export function asHere(
  { name, columns, people: who }: BackupTable,
  school: ArchivedSchool,
  { people }: Arrived,
  { named, newSecret }: { named: Set<string>; newSecret: () => string },
): Change {
  const ofSchool = columns.indexOf('school_id');
  const ofPeople = who.map((column) => columns.indexOf(column));
  const secret = columns.indexOf('token');
  if (ofSchool < 0) throw new Error(`${name} is a table of no school.`);
  return (values) => {
    if (values[ofSchool] !== school.id) return undefined;
    for (const at of ofPeople) {
      const there = values[at] ?? '';
      if (there === NULL) continue;
      const here = people.get(there);
      if (here === undefined) return undefined;
      named.add(there);
      values[at] = here;
    }
    if (secret >= 0) values[secret] = newSecret();
    return values;
  };
}

/**
 * Two that would be one here, and an address that nobody can be mailed under, are none that a service has written.
 * @throws BrokenBackupError
 */
export function checkPeople(path: string, coming: ComingPerson[]): void {
  const emails = new Set(coming.map(({ email }) => email));
  const ids = new Set(coming.map(({ id }) => id));
  if (emails.size < coming.length || ids.size < coming.length)
    throw new BrokenBackupError(path, 'it has somebody twice');
  if (!coming.every(({ email }) => looksLikeEmail(email) && normalizeEmail(email) === email))
    throw new BrokenBackupError(path, 'it has an address that is none');
}
