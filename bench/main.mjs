import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startThrowawayPostgres } from '../dist/src/dev/embedded/embedded-postgres.js';
import { speedCases } from './cases.mjs';
import { measureCurve } from './scaling-curve.mjs';
import { migrate, withClient } from './databases.mjs';
import { measureStart } from './footprint.mjs';
import { options } from './options.mjs';
import { measurePeers } from './peers/compare.mjs';
import { peakMegabytes } from './process-time.mjs';
import { endProcesses, startProcess, startServer } from './processes.mjs';
import { publish } from './publish.mjs';
import { countRoundTrips } from './round-trips.mjs';
import { measureSearch } from './search.mjs';
import { readMeasured, writePlan } from './scaling/page.mjs';
import { seed } from './seed.mjs';
import { serviceEnv, signIn, startBaseline } from './servers.mjs';
import { measureSnowDay } from './snow-day.mjs';
import { measureSpeed } from './speed.mjs';
import { measureStored } from './stored.mjs';

const CURVE_SIZES = [1, 10, 100, 1_000];
/** As an operator gives it for a database of this size: what is asked for often has room in it. */
const DATABASE_SETTINGS = { shared_buffers: '1GB' };

const { seconds, rounds, workers, wanted } = options;
const say = (line) => process.stderr.write(`${line}\n`);

const postgres = await startThrowawayPostgres([], DATABASE_SETTINGS);
const { url } = postgres;
const folder = mkdtempSync(join(tmpdir(), 'school-directory-bench-'));
const removeFolder = () => rmSync(folder, { recursive: true, force: true });
let stopping;
const stop = () =>
  (stopping ??= endProcesses()
    .finally(() => postgres.stop())
    .finally(removeFolder));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => void stop().finally(() => process.exit(1)));
}
try {
  const isNotificationRetained = publish(await run());
  if (options.isWhole) await writePlan(readMeasured());
  if (options.strict && !isNotificationRetained) process.exitCode = 1;
} catch (error) {
  if (!stopping) say(`The bench failed: ${error.message}`);
  process.exitCode = 1;
} finally {
  await stop();
}

async function run() {
  const settings = { logLevel: options.log, folder };
  const compared = options.isOnly('snow-day') ? { speed: [], peers: [] } : await compare(settings);
  const snowDay = wanted('snow-day') && (await measureSnowDay({ url, settings, workers, seconds, say }));
  return { postgres: await withClient(url, databaseFacts), ...compared, snowDay };
}

/** All but the snow day, which has schools of its own. */
async function compare(settings) {
  const schools = await prepare();
  const env = serviceEnv(url, settings);
  const servers = { service: await startServer('service', env), socket: await startServer('socket', {}) };
  await signIn(servers.service, schools);
  servers.baseline = await startBaseline(url, servers.service, schools.small.parent);

  const measuring = { load: startProcess('load'), seconds, rounds, say };
  const speed = await withClient(url, (db) =>
    measureSpeed({ ...measuring, servers, schools, wanted, outdate: () => outdate(db) }),
  );
  const search =
    wanted('search') &&
    (await withClient(url, (db) => measureSearch(db, servers.service.origin, schools.large, say)));
  const memoryMb =
    speedCases(schools).every(({ id }) => wanted(id)) && peakMegabytes(servers.service.child.pid);
  const start = wanted('start') && (await measureStart(env, say));
  const roundTrips = wanted('round-trips') && (await roundTripsOf(env, schools));
  const stored = wanted('stored') && (await measureStored({ ...measuring, url, settings }));
  const peers = await measurePeers({
    ...measuring,
    names: options.peers,
    url,
    folder,
    service: servers.service,
    schools,
  });
  const curve = wanted('curve') && (await measureCurve({ ...measuring, url, sizes: CURVE_SIZES, settings }));
  return { speed, search, memoryMb, start, roundTrips, stored, peers, curve };
}

/** A migrated database with its schools. */
async function prepare() {
  say(`Preparing ${options.schools} schools …`);
  await migrate(url);
  return withClient(url, (db) => seed(db, { schools: options.schools }));
}

async function databaseFacts(db) {
  const { rows } = await db.query(
    `select current_setting('server_version') as version, current_setting('shared_buffers') as buffers,
       current_setting('cluster_name') as cluster`,
  );
  return rows[0];
}

/** A student of every school has another name than before. */
function outdate(db) {
  return db.query(
    `update students set first_name = case first_name when 'Ada' then 'Bo' else 'Ada' end where source_id = 'student-1'`,
  );
}

async function roundTripsOf(env, schools) {
  say('round trips');
  return countRoundTrips(await startServer('service', { ...env, BENCH_STATEMENTS: '1' }), schools);
}
