import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { expect } from 'expect';
import * as circus from 'jest-circus';
import pg from 'pg';
import { takeGlobals } from '../support/runner/jest-globals.mjs';
import { loadMutated } from './hooks.mjs';
import { markersIn, mutated } from './sql-mutants.mjs';

/* Runs specs with a mutant, again and again in one process: the modules are loaded once. */

const { addEventHandler, resetState, run } = circus;
const TEST_TIMEOUT = 60_000;
/** Whatever a test asks for: one that a mutant makes wait for ever is soon given up. */
const MUTANT_TIMEOUT = 20_000;
// That it fails is enough: nobody asks for the smallest example.
fc.configureGlobal({ endOnFailure: true });
const stryker = (globalThis.__stryker__ ??= {});
takeGlobals({ ...circus, expect });
loadMutated(JSON.parse(readFileSync(process.env.MUTATED_SOURCES, 'utf8')));
// Before any mutant is active: what is put together while modules are loaded is a matter of a process of its own.
await import('../support/test-app.ts');

let isJudging = false;
let sqlMutant = null;
/** Why PostgreSQL did not even begin: of such a mutant nothing is learnt. */
let refusal = null;
/** Texts by the numbers that mark them, while it is found out which spec sends what. */
let samples = null;
let imports = 0;

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (config, ...rest) {
  const text = typeof config === 'string' ? config : config?.text;
  const markers = typeof text === 'string' ? markersIn(text) : [];
  if (samples) for (const id of markers) (samples[id] ??= new Set()).add(text);
  if (!sqlMutant || !markers.includes(sqlMutant.marker)) return query.call(this, config, ...rest);
  const changed = mutated(text, sqlMutant) ?? text;
  const result = query.call(
    this,
    typeof config === 'string' ? changed : { ...config, text: changed },
    ...rest,
  );
  result?.catch?.((error) => {
    if (error?.code?.startsWith('42')) refusal = error.message;
  });
  return result;
};

addEventHandler((event, state) => {
  if (event.name === 'run_start') state.testTimeout = isJudging ? MUTANT_TIMEOUT : TEST_TIMEOUT;
  if (event.name === 'test_start' && isJudging) event.test.timeout = MUTANT_TIMEOUT;
});

addEventHandler(({ name }, { rootDescribeBlock }) => {
  if (name !== 'test_fn_failure' && name !== 'hook_failure') return;
  for (const test of testsOf(rootDescribeBlock)) if (!test.startedAt) test.mode = 'skip';
});

const testsOf = ({ children }) =>
  children.flatMap((child) => (child.type === 'test' ? [child] : testsOf(child)));

/** @returns the first test that fails, or null */
async function failureOf(spec) {
  resetState();
  await import(`${pathToFileURL(spec).href}?${(imports += 1)}`);
  const { testResults, unhandledErrors } = await run();
  const failed = testResults.find(({ errors }) => errors.length > 0);
  const error = failed?.errors[0] ?? unhandledErrors[0];
  return error
    ? { test: failed?.testPath.slice(1).join(' ') ?? spec, error: String(error).slice(0, 500) }
    : null;
}

async function firstFailure(specs) {
  for (const spec of specs) {
    const failure = await failureOf(spec).catch((error) => ({
      test: spec,
      error: String(error).slice(0, 500),
    }));
    if (failure) return { spec, ...failure };
  }
  return null;
}

process.on('message', async ({ specs, mutant, cover }) => {
  stryker.activeMutant = mutant?.stryker ?? process.env.__STRYKER_ACTIVE_MUTANT__;
  stryker.currentTestId = cover ? specs[0] : undefined;
  isJudging = mutant !== undefined;
  sqlMutant = mutant?.sql ?? null;
  refusal = null;
  samples = cover ? {} : null;
  const started = performance.now();
  const failure = await firstFailure(specs);
  process.send({ failure, refusal, ms: performance.now() - started, ...(cover && coverageOf(specs[0])) });
});

const coverageOf = (spec) => ({
  ids: Object.keys(stryker.mutantCoverage?.perTest[spec] ?? {}),
  atStart: Object.keys(stryker.mutantCoverage?.static ?? {}),
  samples: Object.fromEntries(Object.entries(samples).map(([id, texts]) => [id, [...texts]])),
});

process.send({ ready: true });
