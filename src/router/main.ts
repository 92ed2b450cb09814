import '../platform/process/node-version.js';
import { startupErrorLine } from '../platform/errors/startup-error.js';
import { endWithParent } from '../platform/process/parent-watch.js';
import { Cell } from './cell.js';
import { ProxyMap } from './proxy-map.js';
import { routerSettings } from './router-settings.js';
import { serveRouter } from './router-server.js';
import { SchoolMap } from './school-map.js';

const log = (line: string): void => void process.stdout.write(`${line}\n`);

/** Says of each cell whether it says what it has, whenever that changes. */
function cellsLogged(schools: SchoolMap): () => Promise<void> {
  const were = new Map<string, string | null>();
  return () => {
    for (const { name, fault, schools: listed } of schools.cells) {
      if (were.get(name) !== fault) log(`Cell ${name} ${fault ?? `has ${listed.size} schools`}.`);
      were.set(name, fault);
    }
    return Promise.resolve();
  };
}

/** Says which schools more than one cell names, whenever that changes. */
function doublesLogged(schools: SchoolMap): () => Promise<void> {
  let said = '';
  return () => {
    const ids = schools.twice.join(', ');
    if (ids !== said)
      log(ids === '' ? 'No school is at two cells any more.' : `At two cells, which is a fault: ${ids}.`);
    said = ids;
    return Promise.resolve();
  };
}

/** Refreshes after which the map is written again though it is the same: a proxy that has started anew has an old one. */
const REFRESHES = 10;

function proxyRefreshed(schools: SchoolMap, map: ProxyMap): () => Promise<void> {
  let refreshes = 0;
  let isLost: boolean | null = null;
  return async () => {
    const { entries } = schools;
    // The map that HAProxy has knows the schools of a cell that has not spoken yet, and we do not.
    if (!schools.isComplete) return;
    if (map.isWritten(entries) && isLost === false && (refreshes += 1) % REFRESHES !== 0) return;
    const failed = await map.write(entries).then(
      () => false,
      () => true,
    );
    if (failed !== isLost) log(failed ? 'HAProxy does not take the map.' : 'HAProxy has the map.');
    isLost = failed;
  };
}

async function start(): Promise<void> {
  const settings = routerSettings(process.env);
  const schools = new SchoolMap(settings.cells.map(({ name, url }) => new Cell(name, url, settings.token)));
  schools.afterRefresh(cellsLogged(schools));
  schools.afterRefresh(doublesLogged(schools));
  if (settings.proxySocket !== null)
    schools.afterRefresh(proxyRefreshed(schools, new ProxyMap(settings.proxySocket, settings.proxyMap)));
  await schools.refresh();
  const stopServer = await serveRouter(schools, settings);
  const stop = (): void => {
    schools.stop();
    void stopServer().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  endWithParent(stop);
  log(`The router listens on ${settings.host}:${settings.port}.`);
  await schools.watch();
}

start().catch((error: unknown) => {
  process.stderr.write(`${startupErrorLine(error)}\n`);
  process.exit(1);
});
