import { normalizeEmail, looksLikeEmail } from '../../platform/text/normalize.js';
import type { Arrived, ComingPerson } from './arriving-people.repository.js';
import { BrokenBackupError, tableEntry, type ArchivedSchool, type SchoolArchive } from './backup-format.js';
import type { BackupTable } from './tables-of-school.js';

/** Changes the values of a row; undefined for a row that the file may not have. */
export type Change = (values: string[]) => string[] | undefined;

/** COPY's text for no value. */
const NULL = String.raw`\N`;

/**
 * False for a line that PostgreSQL reads as another number of rows: with a carriage return, the mark of the end, or a
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
  archive: SchoolArchive,
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
 * Rewrites rows of the school for this installation: everybody has the id that they have here, and secrets are ones that the
 * other installation does not know, unless it gives the school up. Rows of other schools are dropped.
 * @param named gets every person whom a row names, by their id in the file
 * @param newSecret replaces a value that opens something; without it that stays as it is
 */
export function asHere(
  { name, columns, people: who }: BackupTable,
  school: ArchivedSchool,
  { people }: Arrived,
  { named, newSecret }: { named: Set<string>; newSecret?: () => string },
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
    if (secret >= 0 && newSecret) values[secret] = newSecret();
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
