/** Our service as it is built and started, on a port of its choice; counts its statements when BENCH_STATEMENTS is set. */
import pg from 'pg';
import { settingsFrom } from '../dist/src/platform/config/settings.js';
import { OperatorTokensService } from '../dist/src/features/oauth/tokens/operator-tokens.service.js';
import { BackgroundJobs } from '../dist/src/platform/jobs/background-jobs.js';
import { startServer } from '../dist/src/runtime/server.js';
import { SnapshotsService } from '../dist/src/platform/cache/snapshots.service.js';

// From the first moment: the bench may end while we start.
process.once('disconnect', () => process.exit());

const statements = [];
if (process.env.BENCH_STATEMENTS) {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function counted(config, ...rest) {
    statements.push(typeof config === 'string' ? config : config.text);
    return query.call(this, config, ...rest);
  };
}

const settings = settingsFrom(process.env, { now: Date.now(), terminal: false });
const TOKEN_SECONDS = 14_400;

void startServer({ ...settings, port: 0, host: '127.0.0.1' }).then(({ app }) => {
  // Their statements are no request's.
  if (!process.env.BENCH_STATEMENTS) app.get(BackgroundJobs).start();
  process.on('message', ({ tokensFor, snapshots }) => {
    if (snapshots) return process.send({ cachedBytes: app.get(SnapshotsService).cachedBytes });
    if (tokensFor) return issue(app, tokensFor).then((tokens) => process.send({ tokens }));
    return process.send({ statements: statements.splice(0) });
  });
  process.send({ port: app.getHttpServer().address().port });
});

async function issue(app, emails) {
  const tokens = [];
  for (const email of emails) {
    const { accessToken } = await app.get(OperatorTokensService).issue(email, TOKEN_SECONDS);
    tokens.push(accessToken);
  }
  return tokens;
}
