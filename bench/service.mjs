/** Our service as it is built, on a port of its choice; counts its statements when BENCH_STATEMENTS is set. */
import pg from 'pg';
import { settingsFrom } from '../dist/src/config/settings.js';
import { SessionsService } from '../dist/src/features/identity/sessions.service.js';
import { createApp } from '../dist/src/runtime/create-app.js';

const statements = [];
if (process.env.BENCH_STATEMENTS) {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function counted(config, ...rest) {
    statements.push(typeof config === 'string' ? config : config.text);
    return query.call(this, config, ...rest);
  };
}

const settings = settingsFrom(process.env, { now: Date.now(), terminal: false });
const app = await createApp(settings);
await app.listen(0, '127.0.0.1');

process.on('message', ({ tokenFor }) => {
  if (!tokenFor) return process.send({ statements: statements.splice(0) });
  return app
    .get(SessionsService)
    .issue(tokenFor, 3_600)
    .then(({ accessToken }) => process.send({ token: accessToken }));
});
process.once('disconnect', () => process.exit());
process.send({ port: app.getHttpServer().address().port });
