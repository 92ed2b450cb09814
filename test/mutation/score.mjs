import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { POLICIES } from './policies.mjs';

/** The last verdict on every mutant. */
const SCORES = new URL('mutants.json', import.meta.url);
const BOUND = 80;
const COLUMNS = ['killed', 'timeout', 'survived', 'not covered', 'invalid'];

export const progress = (line) => process.stderr.write(`${line.replace(/\s+/g, ' ').slice(0, 230)}\n`);

const read = () => (existsSync(SCORES) ? JSON.parse(readFileSync(SCORES, 'utf8')) : []);

export function saveScores(files, judged) {
  const others = read().filter(({ file }) => file in POLICIES && !files.includes(file));
  const kept = judged.map(({ file, line, mutator, text, replacement, status, by }) => ({
    file,
    line,
    mutator,
    text,
    replacement,
    status,
    by,
  }));
  const all = [...others, ...kept].sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
  writeFileSync(SCORES, `[\n${all.map((mutant) => JSON.stringify(mutant)).join(',\n')}\n]\n`);
}

/** Prints a line a file and the survivors, and notes the figures; fails below the bound. */
export async function tellScores() {
  const { figure } = await import('../support/proofs/figures.ts');
  const mutants = read();
  const ofSql = (mutant) => mutant.mutator.startsWith('SQL');
  const lines = Object.keys(POLICIES).map((file) => [file, mutants.filter((mutant) => mutant.file === file)]);
  lines.push(
    ['Stryker', mutants.filter((mutant) => !ofSql(mutant))],
    ['SQL', mutants.filter(ofSql)],
    ['all', mutants],
  );
  console.table(
    Object.fromEntries(lines.map(([name, some]) => [name, { ...counted(some), score: scoreOf(some) }])),
  );
  for (const { status, file, line, mutator, text, replacement } of mutants)
    if (status === 'survived' || status === 'not covered')
      progress(`${status} ${file}:${line} ${mutator}: ${text} -> ${replacement}`);
  for (const [name, some] of lines) {
    figure(
      `mutation score, ${name}: ${summary(some)}`,
      `${scoreOf(some)} %`,
      name in POLICIES ? undefined : `>= ${BOUND} %`,
    );
    if (!(name in POLICIES) && scoreOf(some) < BOUND) process.exitCode = 1;
  }
}

const counted = (mutants) =>
  Object.fromEntries(
    COLUMNS.map((status) => [status, mutants.filter((mutant) => mutant.status === status).length]),
  );

const summary = (mutants) =>
  Object.entries(counted(mutants))
    .map(([status, count]) => `${count} ${status}`)
    .join(', ');

/** Per cent, of those that could be run at all. */
function scoreOf(mutants) {
  const { killed, timeout, survived, 'not covered': uncovered } = counted(mutants);
  return Math.floor((1000 * (killed + timeout)) / Math.max(1, killed + timeout + survived + uncovered)) / 10;
}
