import { ensureInstalled } from './lib/install.mjs';
import { inRoot } from './lib/project.mjs';
import { startNode, statusOf } from './lib/run-node.mjs';
import { jest } from './lib/tests.mjs';

const tool = (...path) => inRoot('node_modules', ...path);
const dist = (...path) => inRoot('dist', 'src', ...path);

const tsc = (project) => run([tool('typescript', 'bin', 'tsc'), '--noEmit', '-p', project]);
const cruiser = tool('dependency-cruiser', 'bin', 'dependency-cruiser.mjs');

/** Side by side, either side as long as the other: most of them keep one processor busy. */
const checks = [
  [
    ['lint', () => run([tool('eslint', 'bin', 'eslint.js'), '--max-warnings', '0', '.'])],
    ['layers', () => run([cruiser, '--config', '.dependency-cruiser.mjs', 'src'])],
  ],
  [
    ['format', () => run([tool('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level=warn', '.'])],
    ['types', () => tsc('tsconfig.json')],
    ['types of the client', () => tsc('clients/typescript/examples')],
    // In a process of its own: the other side goes on meanwhile.
    ['build', () => run([inRoot('scripts', 'build.mjs'), '--if-changed'])],
    ['OpenAPI document and client', () => run([inRoot('scripts', 'openapi.mjs'), '--check'])],
    ['migrations', () => run([dist('dev', 'check-migrations.js')])],
  ],
];
const tests = [['tests, and the proofs of every day with small counts', () => test()]];

await ensureInstalled();
await Promise.all(checks.map(all));
if (!process.argv.includes('--no-test')) await all(tests);

/** One after the other, until one fails. */
async function all(steps) {
  for (const [name, step] of steps) {
    const began = performance.now();
    const status = await step();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
    if (status !== 0) process.exit(status);
  }
}

function test() {
  const { args, env } = jest(['--everyday-proofs']);
  return run(args, env);
}

function run(args, env) {
  return statusOf(startNode(args, { env, endsWithUs: true }));
}
