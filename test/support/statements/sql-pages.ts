import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fromProjectRoot } from '../../../src/platform/config/project-root.js';
import { Senders, type Sender } from './senders.js';

/*
 * docs/sql: the statements of every class that sends SQL, as the suites of `sql-suites.mjs` saw them, so that a reviewer reads
 * SQL as SQL. `npm run sql` writes the pages; a run of all tests fails where they are not what was sent.
 */

const FOLDER = fromProjectRoot('docs/sql');
const README = 'README.md';

/** A statement as it was sent, and the method that sent it. */
export interface SentStatement {
  /** With the name of its file. */
  sender: Sender & { file: string };
  text: string;
}

/** Methods of the statements on all pages, by the text of the statement. */
export type SqlPages = Map<string, Sender>;

export function readPages(folder = FOLDER): SqlPages {
  const pages: SqlPages = new Map();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.sql'),
  );
  for (const name of names) {
    const [head = '', ...sections] = readFileSync(join(folder, name), 'utf8').split(/^-- (?=[a-z])/m);
    const owner = /^\/\* ([\w.-]+) \*\/$/m.exec(head)?.[1] ?? name;
    for (const section of sections) {
      const [method = '', ...lines] = section.split('\n');
      for (const statement of lines.join('\n').split(/;\n/)) {
        if (statement.trim()) pages.set(statement.trim(), { owner, method });
      }
    }
  }
  return pages;
}

/** One line for each statement that the pages lack, or have and that was not sent. */
export function differences(sent: SentStatement[], pages = readPages()): string[] {
  const statements = new Map<string, Sender>(
    sent.map(({ sender, text }) => [normalizedStatement(text), sender]),
  );
  const lacking = [...statements].filter(([statement]) => !pages.has(statement));
  const left = [...pages].filter(([statement]) => !statements.has(statement));
  return [
    ...lacking.map((one) => lineOf(one, 'sends what docs/sql has not')),
    ...left.map((one) => lineOf(one, 'does not send what docs/sql has')),
  ];
}

const lineOf = ([statement, { owner, method }]: [string, Sender], what: string): string =>
  `${owner}.${method} ${what} (npm run sql writes it):\n${statement}`;

export function writePages(sent: SentStatement[], folder = FOLDER): void {
  const senders = Senders.ofSources();
  const stored = readPages(folder);
  const pages: SqlPages = new Map();
  for (const { sender, text } of sent) {
    const statement = normalizedStatement(text);
    const known = stored.get(statement);
    // Two methods may send the same text, in either order: it stays on the page where it is.
    pages.set(statement, known && senders.has(known) ? known : senders.resolve(sender));
  }
  clear(folder);
  for (const [name, text] of filesOf(pages, senders)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

function clear(folder: string): void {
  for (const name of readdirSync(folder))
    if (name !== README) rmSync(join(folder, name), { recursive: true });
}

function filesOf(pages: SqlPages, senders: Senders): Map<string, string> {
  const byOwner = Map.groupBy(pages, ([, { owner }]) => owner);
  const files = [...byOwner].map(([owner, entries]) => {
    const byMethod = Map.groupBy(entries, ([, { method }]) => method);
    const sections = [...byMethod].sort(byName).map(([method, own]) => {
      const statements = own.map(([statement]) => `${statement};\n`).sort();
      return `-- ${method}\n${statements.join('\n')}`;
    });
    return [`${senders.roomOf(owner)}/${owner}.sql`, `/* ${owner} */\n\n${sections.join('\n')}`] as const;
  });
  return new Map(files);
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1);

/** A list of parameters, and the rows of an insert: how many there are depends on what was sent. */
const LISTS = /\b(in) \((\$\d+)(?:, ?\$\d+)+\)/gi;
const ROWS = /(\bVALUES \([^()]*\))(?:, \([^()]*\))+/g;
const WIDTH = 110;
const CLAUSES =
  / (?=(?:FROM|WHERE|LEFT JOIN|INNER JOIN|ORDER BY|GROUP BY|LIMIT|RETURNING|VALUES|ON CONFLICT|SET) )/g;
/** Lines of at most that width, which end at a comma. */
const LONG_LINES = /(.{1,100},) (?=.{20})/g;

/** One spelling of a statement, whatever its indentation, the length of its lists and the number of its rows. */
export function normalizedStatement(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim());
  const indents = lines.slice(lines[0] === text.split('\n')[0] ? 1 : 0).map((line) => line.search(/\S/));
  const indent = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  const dedented = lines.map((line) =>
    line.search(/\S/) >= indent ? line.slice(indent).trimEnd() : line.trim(),
  );
  const statement = dedented
    .join('\n')
    .replace(LISTS, '$1 ($2, …)')
    .replace(ROWS, '$1, …')
    .replace(/;\s*$/, '')
    .trim();
  if (dedented.length > 1 || statement.length <= WIDTH) return statement;
  const clauses = statement.replace(CLAUSES, '\n').split('\n');
  return clauses.map((line) => (line.length > WIDTH ? line.replace(LONG_LINES, '$1\n  ') : line)).join('\n');
}
