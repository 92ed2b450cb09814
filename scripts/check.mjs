import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inRoot } from './lib/project.mjs';
import { startNode, statusOf } from './lib/run-node.mjs';
import { jest } from './lib/tests.mjs';

const tool = (...path) => inRoot('node_modules', ...path);
const dist = (...path) => inRoot('dist', 'src', ...path);

/** Side by side: most of them keep one processor busy. */
const checks = [
  [
    ['format', () => run([tool('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level=warn', '.'])],
    ['lint', () => run([tool('eslint', 'bin', 'eslint.js'), '--max-warnings', '0', '.'])],
  ],
  [
    ['types', () => run([tool('typescript', 'bin', 'tsc'), '--noEmit', '-p', 'tsconfig.json'])],
    [
      'types of the client',
      () => run([tool('typescript', 'bin', 'tsc'), '--noEmit', '-p', 'clients/typescript/examples']),
    ],
    [
      'layers',
      () =>
        run([
          tool('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'),
          '--config',
          '.dependency-cruiser.mjs',
          'src',
        ]),
    ],
    ['build', () => ensureBuilt({ force: true }).then(() => 0)],
    ['OpenAPI document and client', () => run([inRoot('scripts', 'openapi.mjs'), '--check'])],
    ['migrations', () => run([dist('platform', 'database', 'check-migrations.js')])],
  ],
];
const tests = [
  ['tests', () => test()],
  ['proofs, with small counts', () => test('test/proofs')],
];

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

function test(...paths) {
  const { args, env } = jest(paths);
  return run(args, env);
}

function run(args, env) {
  return statusOf(startNode(args, { env, endsWithUs: true }));
}
