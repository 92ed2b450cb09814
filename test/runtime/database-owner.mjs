// A process of its own that owns or joins an embedded database: something a test can kill.
// Runs the TypeScript sources as they are; only their `.js` suffixes need pointing at `.ts`.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('.') && context.parentURL?.endsWith('.ts')) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(fileURLToPath(source))) return next(source.href, context);
    }
    return next(specifier, context);
  },
});

const { startEmbeddedPostgres, startThrowawayPostgres } = await import(
  new URL('../../src/dev/embedded/embedded-postgres.ts', import.meta.url).href
);

const say = (message) => process.stdout.write(JSON.stringify(message) + '\n');
const [dataDir, holder] = process.argv.slice(2);
try {
  const warn = (line) => say({ warning: line });
  const running = dataDir
    ? await startEmbeddedPostgres({ dataDir, holder, warn })
    : await startThrowawayPostgres();
  say({ url: running.url, owned: running.owned });
  const beat = setInterval(() => undefined, 60_000);
  process.once('SIGTERM', async () => {
    clearInterval(beat);
    await running.stop();
    say({ stopped: true });
  });
} catch (error) {
  say({ error: error.message });
  process.exitCode = 1;
}
