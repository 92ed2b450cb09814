import { appendFileSync, globSync, readFileSync } from 'node:fs';
import { ESLint } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { fail, inRoot, say } from '../lib/project.mjs';
import { writeFormatted } from '../lib/write-formatted.mjs';
import { boundedPatterns } from './bounded-patterns.mjs';
import { isLinear, keyOf, LEDGER } from './judge.mjs';

// Judges every regular expression of the program and of its pages, and writes what was found into the ledger. With --all also
// those that are in it: half a minute.

const all = process.argv.includes('--all') || process.env.JUDGE === 'all';
const before = JSON.parse(readFileSync(LEDGER, 'utf8'));
const found = {};
for (const key of patterns()) {
  found[key] = all ? isLinear(key) : (before[key] ?? isLinear(key));
  // The other way round a slower machine had not come to an end with it.
  if (before[key] === true && !found[key]) fail(`The ledger was wrong about ${key}`);
}
await writeFormatted(LEDGER, JSON.stringify(found));
const unbounded = await withoutBound();
report('Patterns of the program and of its pages', Object.keys(found).length);
report('Of those, not linear', Object.values(found).filter((linear) => !linear).length);
report('Of those, without a bound where they stand', unbounded, '0');
if (unbounded > 0) fail(`${unbounded} patterns have no bound: npm run lint`);

/** In order. */
function patterns() {
  const keys = new Set();
  const files = globSync(['src/**/*.{ts,tsx}', 'public/**/*.js'], { cwd: inRoot() });
  for (const file of files.filter((name) => !name.endsWith('.spec.ts'))) {
    const source = readFileSync(inRoot(file), 'utf8');
    walk(ts.createSourceFile(file, source, ts.ScriptTarget.Latest), (text) => {
      const end = text.lastIndexOf('/');
      keys.add(keyOf(text.slice(1, end), text.slice(end + 1)));
    });
  }
  return [...keys].sort();
}

function walk(node, use) {
  if (ts.isRegularExpressionLiteral(node)) use(node.text);
  ts.forEachChild(node, (child) => walk(child, use));
}

async function withoutBound() {
  const overrideConfig = {
    files: ['**/*.{ts,tsx}', '**/*.js'],
    languageOptions: { parser: tseslint.parser },
    plugins: { patterns: boundedPatterns },
    rules: { 'patterns/bounded-patterns': 'error' },
  };
  const eslint = new ESLint({ cwd: inRoot(), overrideConfigFile: true, overrideConfig });
  const results = await eslint.lintFiles(['src/**/*[!c].{ts,tsx}', 'public/**/*.js']);
  return results.reduce((sum, { errorCount }) => sum + errorCount, 0);
}

function report(what, value, bound) {
  say(`${what}: ${value}`);
  const file = process.env.FIGURES_FILE;
  if (file) appendFileSync(file, `${JSON.stringify({ what, value, bound })}\n`);
}
