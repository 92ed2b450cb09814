// What a program of the project looks like to scripts/lib/run-node.mjs; says what it is told.
import { registerHooks } from 'node:module';

registerHooks({ resolve: (specifier, context, next) => next(specifier.replace(/\.js$/, '.ts'), context) });
const { endWithParent } = await import('../../src/platform/process/parent-watch.ts');

const say = (text) => process.stdout.write(`${text}\n`);
const beat = setInterval(() => undefined, 60_000);
const end = (status) => {
  clearInterval(beat);
  process.exitCode = status;
};
process.on('SIGTERM', () => {
  say('told to end');
  end(7);
});
endWithParent(() => {
  say('parent gone');
  end(0);
});
say(`pid ${process.pid}`);
