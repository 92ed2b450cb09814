import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { circumstances } from './lib/circumstances.mjs';
import { giveUp, inRoot, say } from './lib/project.mjs';
import { PROOFS } from './lib/proofs.mjs';
import { startNode, statusOf } from './lib/run-node.mjs';
import { jest } from './lib/tests.mjs';

// Runs proofs with their full counts, and writes what they found, when and on what into docs/reliability.md.

const PAGE = inRoot('docs', 'reliability.md');

await ensureInstalled();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !PROOFS[name]);
if (unknown.length > 0) giveUp(`No proof is called ${unknown.join(', ')}: there are ${Object.keys(PROOFS).join(', ')}`);
for (const name of asked.length > 0 ? asked : Object.keys(PROOFS)) {
  say(`— ${name}`);
  const found = await prove(PROOFS[name]);
  if (found) write(name, found);
  else process.exitCode = 1;
}

/** `null` when something failed: then the page keeps what it said. */
async function prove({ specs, env }) {
  const folder = mkdtempSync(join(tmpdir(), 'school-directory-proof-'));
  const [figures, results] = [join(folder, 'figures'), join(folder, 'results.json')];
  writeFileSync(figures, '');
  try {
    const { args, env: forJest } = jest([...specs, '--json', `--outputFile=${results}`, '--maxWorkers=1']);
    const began = performance.now();
    const run = startNode(args, {
      env: { ...forJest, ...env, FIGURES_FILE: figures },
      endsWithUs: true,
      stdout: 'ignore',
    });
    if ((await statusOf(run)) !== 0) return null;
    const { numPassedTests, numPendingTests } = JSON.parse(readFileSync(results, 'utf8'));
    const lines = readFileSync(figures, 'utf8').trim().split('\n').filter(Boolean);
    const seconds = Math.round((performance.now() - began) / 1000);
    return { passed: numPassedTests, skipped: numPendingTests, seconds, figures: lines.map((line) => JSON.parse(line)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function write(name, { passed, skipped, seconds, figures }) {
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- end of ${name} -->`];
  const page = readFileSync(PAGE, 'utf8');
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) giveUp(`docs/reliability.md has no place for ${name}: it needs ${begin.trim()} and ${end}`);
  const tests = `${passed} tests passed${skipped ? `, ${skipped} skipped` : ''}`;
  const table = figures.map(({ what, value, bound }) => `| ${what} | ${value} | ${bound ?? ''} |\n`);
  const block =
    `\n| Found | Figure | Promised |\n|---|---|---|\n${table.join('')}\n` +
    `${circumstances().join('; ')}; ${tests} in ${duration(seconds)}: \`npm run proof -- ${name}\`.\n\n`;
  writeFileSync(PAGE, page.slice(0, from + begin.length) + block + page.slice(to));
}

function duration(seconds) {
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
