import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { markSql, withoutMarkers } from './sql-mutants.mjs';

const LOGGER = {
  debug() {},
  info() {},
  warn: console.warn,
  error: console.error,
  isDebugEnabled: () => false,
};
const OPTIONS = { plugins: ['decorators'], excludedMutations: [], ignorers: [], noHeader: false };

/** A text of SQL that is empty shows no more than that PostgreSQL does not take it: its conditions are mutated instead. */
const isEmptiedSql = ({ mutator, original }) =>
  mutator === 'StringLiteral' && /\/\*~|::|\bselect\b|\bis (not )?null\b/.test(original);

/**
 * All mutants of the files, in one version of them: Stryker's, which a variable turns on, and those of their SQL.
 * @returns sources by absolute path; mutants: { id, file, line, mutator, text, replacement, and `stryker` or `sql` }
 */
export async function mutantsOf(files) {
  const sqlMutants = [];
  const marked = [];
  let firstMarker = 1;
  for (const file of files) {
    const { source, mutants, next } = markSql(file, readFileSync(file, 'utf8'), firstMarker);
    marked.push({ name: resolve(file), mutate: true, content: source });
    firstMarker = next;
    sqlMutants.push(
      ...mutants.map((mutant) => ({ id: `sql-${mutant.sql.marker}-${mutant.sql.kind}`, ...mutant })),
    );
  }
  const instrumented = await new Instrumenter(LOGGER).instrument(marked, OPTIONS);
  const strykers = instrumented.mutants.map((mutant) => {
    const at = marked.findIndex(({ name }) => name === mutant.fileName);
    return described(mutant, files[at], marked[at].content);
  });
  return {
    sources: Object.fromEntries(instrumented.files.map(({ name, content }) => [name, content])),
    mutants: [...strykers.filter((mutant) => !isEmptiedSql(mutant)), ...sqlMutants],
  };
}

function described({ id, location: { start, end }, mutatorName, replacement }, file, content) {
  const lines = content.split('\n').slice(start.line, end.line + 1);
  lines.push(lines.pop().slice(0, end.column));
  lines[0] = lines[0].slice(start.column);
  const original = lines.join('\n');
  const shown = (code) => withoutMarkers(code).replace(/\s+/g, ' ').slice(0, 160);
  const words = { text: shown(original), replacement: shown(replacement ?? '') };
  return { id, file, line: start.line + 1, mutator: mutatorName, original, ...words, stryker: id };
}
