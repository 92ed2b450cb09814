import { rmSync } from 'node:fs';
import { ensureInstalled } from './lib/install.mjs';
import { inRoot, say } from './lib/project.mjs';
import { startNode, statusOf } from './lib/run-node.mjs';

// The compiler writes into dist as it goes: what is there afterwards is no complete build.
await ensureInstalled();
rmSync(inRoot('dist'), { recursive: true, force: true });

let service;
let ending = false;
let restarts = Promise.resolve();

const nest = inRoot('node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
const compiler = startNode([nest, 'build', '--watch', '--preserveWatchOutput'], {
  stdout: 'pipe',
  endsWithUs: true,
});
compiler.stdout.setEncoding('utf8').on('data', (text) => {
  process.stderr.write(text);
  // Only what compiled is started; until then the last version goes on.
  if (/Found 0 errors/.test(text)) restarts = restarts.then(restart);
});
process.exitCode = await statusOf(compiler);
ending = true;
await restarts;
await stopService();

async function restart() {
  await stopService();
  if (ending) return;
  const started = startNode(['--enable-source-maps', inRoot('dist', 'src', 'main.js')]);
  service = { child: started, ended: new Promise((resolve) => started.once('exit', resolve)) };
  void service.ended.then(
    (code) => service?.child === started && code && say('The service ended; waiting for a change'),
  );
}

async function stopService() {
  const running = service;
  service = undefined;
  if (!running || running.child.exitCode !== null || running.child.signalCode !== null) return;
  running.child.kill('SIGTERM');
  await running.ended;
}
