import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { circumstances } from './lib/circumstances.mjs';
import { fail, inRoot, say } from './lib/project.mjs';
import { PROOFS } from './lib/proofs.mjs';
import { startNode, statusOf } from './lib/run-node.mjs';
import { jest } from './lib/tests.mjs';
import { writeFormatted } from './lib/write-formatted.mjs';

// Runs proofs with their full counts, and writes what they found, when and on what into docs/evidence/reliability.md.

const PAGE = inRoot('docs', 'evidence', 'reliability.md');
/** That the whole suite may take. */
const MAX_SECONDS = 300;

await ensureInstalled();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !PROOFS[name]);
if (unknown.length > 0) {
  fail(`No proof is called ${unknown.join(', ')}. There are ${Object.keys(PROOFS).join(', ')}.`);
}
const names = asked.length > 0 ? asked : Object.keys(PROOFS);
// Before they run for an hour.
for (const name of names) placeOf(name);
for (const name of names) {
  const proof = await prove(name, PROOFS[name]);
  if (proof) await write(name, proof);
  else process.exitCode = 1;
}

/** `null` as soon as something fails: then the page keeps what it said. */
async function prove(name, { specs = [], program, env, runs = 1, workers = 1 }) {
  const all = [];
  for (let run = 1; run <= runs; run += 1) {
    say(runs > 1 ? `— ${name}, ${run} of ${runs}` : `— ${name}`);
    const one = await found(program, runs > 1 ? specs : [...specs, `--maxWorkers=${workers}`], env);
    if (!one) return null;
    all.push(one);
  }
  if (runs === 1) return all[0];
  const seconds = all.map((one) => one.seconds).sort((a, b) => a - b);
  const median = seconds[Math.floor(runs / 2)];
  if (median >= MAX_SECONDS) return failure(`The suite took ${duration(median)} at the median.`);
  const figures = [
    { what: 'Runs, one after the other', value: runs },
    { what: 'Runs with a test that failed', value: 0, bound: '0' },
    { what: 'Shortest run', value: duration(seconds[0]) },
    { what: 'Median', value: duration(median), bound: `under ${duration(MAX_SECONDS)} on two cores` },
    { what: 'Longest run', value: duration(seconds.at(-1)) },
  ];
  return { ...all[0], seconds: seconds.reduce((sum, each) => sum + each), figures };
}

async function found(program, specs, more) {
  const folder = mkdtempSync(join(tmpdir(), 'school-directory-proof-'));
  const [lines, results] = [join(folder, 'figures'), join(folder, 'results.json')];
  writeFileSync(lines, '');
  try {
    const began = performance.now();
    const { args, env } = jest([...specs, '--json', `--outputFile=${results}`]);
    const status = await statusOf(
      startNode(program ? [inRoot(program)] : args, {
        env: { ...env, ...more, FIGURES_FILE: lines },
        endsWithUs: true,
        stdout: 'ignore',
      }),
    );
    if (status !== 0) return null;
    const figures = readFileSync(lines, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    const { numPassedTests, numPendingTests } = program ? {} : JSON.parse(readFileSync(results, 'utf8'));
    // A program that a proof needs may be missing, and all its tests be skipped: that proves nothing.
    if (numPassedTests === 0) return failure('No test was run.');
    const tally = program
      ? 'done'
      : `${numPassedTests} tests passed${numPendingTests ? `, ${numPendingTests} skipped` : ''}`;
    return { tally, seconds: (performance.now() - began) / 1000, figures };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Where the figures of a proof stand on the page, which is read anew: it may have been written meanwhile. */
function placeOf(name) {
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- end of ${name} -->`];
  const page = readFileSync(PAGE, 'utf8');
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from)
    fail(`docs/evidence/reliability.md has no place for ${name}: ${begin.trim()} and ${end}`);
  return { page, from: from + begin.length, to };
}

async function write(name, { tally, seconds, figures }) {
  const { page, from, to } = placeOf(name);
  const rows = figures.map(({ what, value, bound }) => `| ${what} | ${value} | ${bound ?? ''} |\n`);
  const table = rows.length > 0 ? `| Found | Figure | Promised |\n|---|---|---|\n${rows.join('')}\n` : '';
  const counts = Object.entries(PROOFS[name].env ?? {}).map(([key, value]) => `, ${key}=${value}`);
  const how = `\`npm run proof -- ${name}\`${counts.join('')}: ${tally} in ${duration(seconds)}; ${circumstances().join('; ')}.\n\n`;
  const text = `${page.slice(0, from)}\n${table}${how}${page.slice(to)}`;
  await writeFormatted(PAGE, text);
}

function failure(line) {
  say(line);
  return null;
}

function duration(seconds) {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
