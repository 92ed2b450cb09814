import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import globalSetup from '../support/runner/global-setup.mjs';
import { stopCluster } from '../support/runner/global-teardown.mjs';
import { mutantsOf } from './mutants.mjs';
import { POLICIES } from './policies.mjs';
import { saveScores, progress, tellScores } from './score.mjs';
import { SpecProcess } from './spec-process.mjs';
import { mutated } from './sql-mutants.mjs';

/*
 * `node test/mutation/run.mjs [part of a path…]`: the mutation score of the policies. MUTATION_WORKERS says how many
 * processes work at once (2). A file that is not named keeps its last score.
 */

const WORKERS = Number(process.env.MUTATION_WORKERS ?? 2);
/** What a process leaves behind must not decide for ever. */
const RUNS_A_PROCESS = 60;
const MAX_SPEC_MS = 600_000;

const parts = process.argv.slice(2);
const isAsked = (file) => parts.length === 0 || parts.some((part) => file.includes(part));
const files = Object.keys(POLICIES).filter(isAsked);

const folder = mkdtempSync(join(tmpdir(), 'school-directory-mutation-'));
const sourcesFile = join(folder, 'sources.json');
const { sources, mutants } = await mutantsOf(files);
writeFileSync(sourcesFile, JSON.stringify(sources));
await globalSetup();
try {
  const coverage = await coverageOf([...new Set(files.flatMap((file) => POLICIES[file]))]);
  const judged = await judgeAll(mutants.map((mutant) => planned(mutant, coverage)).filter(Boolean), coverage);
  saveScores(files, judged);
  await tellScores();
} finally {
  await stopCluster();
  rmSync(folder, { recursive: true });
}

/** By spec: how long it takes, and what it runs through; and what runs while modules are loaded. */
async function coverageOf(specs) {
  const bySpec = {};
  const atStart = new Set();
  const worker = new SpecProcess(sourcesFile);
  for (const spec of specs) {
    const outcome = await worker.run({ specs: [spec], cover: true }, MAX_SPEC_MS);
    if (outcome.failure !== null)
      throw new Error(`${spec} fails without a mutant: ${JSON.stringify(outcome.failure ?? outcome)}`);
    bySpec[spec] = { ms: outcome.ms, ids: new Set(outcome.ids), samples: outcome.samples };
    for (const id of outcome.atStart) atStart.add(id);
    progress(`${spec} ${Math.round(outcome.ms)} ms`);
  }
  worker.end();
  return { bySpec, atStart };
}

/** With the specs that run through it; null for one that says nothing of its own. */
function planned(mutant, { bySpec, atStart }) {
  const candidates = POLICIES[mutant.file];
  if (!mutant.sql) {
    const isAtStart = atStart.has(mutant.id);
    return {
      ...mutant,
      isAtStart,
      specs: isAtStart ? [...candidates] : candidates.filter((spec) => bySpec[spec].ids.has(mutant.id)),
    };
  }
  const texts = candidates.flatMap((spec) => bySpec[spec].samples[mutant.sql.marker] ?? []);
  if (texts.length > 0 && texts.every((text) => mutated(text, mutant.sql) === null)) return null;
  return { ...mutant, specs: candidates.filter((spec) => mutant.sql.marker in bySpec[spec].samples) };
}

async function judgeAll(plan, coverage) {
  const judged = [];
  /** By spec and file: those that have found the most in the least time come first. */
  const kills = {};
  const queue = [...plan];
  const work = async () => {
    let worker = new SpecProcess(sourcesFile);
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const worth = (spec) => (1 + (kills[`${spec} ${mutant.file}`] ?? 0)) / coverage.bySpec[spec].ms;
      mutant.specs.sort((a, b) => worth(b) - worth(a));
      const began = performance.now();
      const own = mutant.isAtStart ? new SpecProcess(sourcesFile, mutant.id) : null;
      const verdict = await verdictOn(mutant, own ?? worker, coverage);
      own?.end();
      judged.push({ ...mutant, ...verdict });
      if (verdict.spec)
        kills[`${verdict.spec} ${mutant.file}`] = (kills[`${verdict.spec} ${mutant.file}`] ?? 0) + 1;
      progress(
        `${judged.length}/${plan.length} ${verdict.status} in ${Math.round(performance.now() - began)} ms ${mutant.file}:${mutant.line} ${mutant.mutator}: ${mutant.text} -> ${mutant.replacement}`,
      );
      if (worker.isOver) worker = new SpecProcess(sourcesFile);
      else if (worker.runs >= RUNS_A_PROCESS) {
        await assertClean(worker, judged);
        worker = new SpecProcess(sourcesFile);
      }
    }
    await assertClean(worker, judged);
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return judged;
}

async function verdictOn({ specs, stryker, sql }, worker, { bySpec }) {
  if (specs.length === 0) return { status: 'not covered' };
  const usual = specs.reduce((sum, spec) => sum + bySpec[spec].ms, 0);
  const outcome = await worker.run({ specs, mutant: { stryker, sql } }, 60_000 + 6 * usual);
  if (outcome === 'timeout') return { status: 'timeout' };
  if (outcome === 'exited') return { status: 'killed', by: 'the process ends' };
  if (outcome.refusal) return { status: 'invalid', by: outcome.refusal };
  const { failure } = outcome;
  return failure ? { status: 'killed', by: failure.test, spec: failure.spec } : { status: 'survived' };
}

/** The verdicts of a process count if it still finds the product whole without a mutant. */
async function assertClean(worker, judged) {
  const specs = judged.findLast(({ specs }) => specs.length > 0)?.specs.slice(0, 1) ?? [];
  const { failure } = await worker.run({ specs }, MAX_SPEC_MS);
  worker.end();
  if (failure !== null) throw new Error(`Left behind by a mutant: ${JSON.stringify(failure)}`);
}
