import type { PrintedTexts } from '../../unprintable-warnings.js';
import { eachText } from '../parse/columns.js';
import type { RosterData } from '../parse/roster-data.js';

/** What of an export is printed, by its file: names of people, classes and schools. */
export const printedNames = ({
  users,
  classes,
  orgs,
}: RosterData): Record<string, Iterable<PrintedTexts>> => ({
  'users.csv': placesOf(users, (user) => Object.values(eachText((text) => user[text]))),
  'classes.csv': placesOf(classes, ({ title }) => [title]),
  'orgs.csv': placesOf(orgs, ({ name }) => [name]),
});

function* placesOf<Row extends { line: number; active: boolean }>(
  rows: ReadonlyMap<string, Row>,
  textsOf: (row: Row) => string[],
): Generator<PrintedTexts> {
  for (const row of rows.values()) if (row.active) yield { line: row.line, texts: textsOf(row) };
}
