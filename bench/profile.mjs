import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { judged, judgedPeers } from './bounds.mjs';
import { speedCases } from './cases.mjs';
import { PEER_CONNECTIONS } from './peers/compare.mjs';
import { ask } from './processes.mjs';
import { processorTime } from './processor-time.mjs';
import { measure } from './speed.mjs';
import { measureWaking } from './waking.mjs';

const SECONDS = 2;
/** Functions that are named, of each call. */
const MOST_NAMED = 10;
/** Without the profiler and with it. */
const WARM_UP_SECONDS = 3;

/** Native code has no place; what it is called by in JavaScript says what it does. */
const SOCKET_WRITES = /^(writev|write(Buffer|Latin1String|Utf8String|AsciiString))$/;
const IDLE = '(idle)';
const COLLECTOR = '(garbage collector)';

const PACKAGES = [
  ['the database’s driver', /^(pg|pg-\w+|postgres-\w+)$/],
  ['Express', /^(express|router|path-to-regexp|parseurl|qs|helmet)$/],
  ['NestJS', /^@nestjs$/],
];

/** In the order of the table. */
const KINDS = [
  'sent into sockets',
  ...PACKAGES.map(([kind]) => kind),
  'other packages',
  'the service’s own',
  'Node.js',
  'other native code',
  'garbage collector',
];

/**
 * Where the time of a request goes, of each call whose bound is missed: first what service, database and load generator
 * take of the processors, and then, by V8's profiler, by whose code it is in the service. The profiler takes some itself,
 * so that answers are fewer with it.
 * @param {string} database what the titles of its processes begin with
 * @returns null where none is missed; else what the same steps take after sleep, and microseconds an answer by process, by kind, of waiting, and of the functions that take the most
 */
export async function profileMissed(
  { speed, peers },
  { service, socket, database, schools, load, outdate, say },
) {
  const processes = {
    'the service': ({ pid }) => pid === service.child.pid,
    'the database': ({ title }) => title.startsWith(database),
    'the load generator': ({ pid }) => pid === load.pid,
  };
  const results = [];
  for (const { id, title, connections } of missedCalls(speed, peers)) {
    say(`profile, ${id}, ${connections}`);
    const call = speedCases(schools).find((one) => one.id === id);
    const run = (seconds) =>
      measure({ load, server: service, name: 'service', call, connections, outdate, seconds });
    await run(WARM_UP_SECONDS);
    const cores = await processorTime(() => run(SECONDS), processes);
    await profiled(service, () => run(WARM_UP_SECONDS));
    const { profile, answered } = await profiled(service, () => run(SECONDS));
    results.push({ title, connections, cores, ...sharesOf(profile, answered) });
  }
  return results.length > 0 ? { calls: results, waking: await measureWaking(socket) } : null;
}

async function profiled({ child }, run) {
  await ask(child, { profile: 'begin' });
  const { answered } = await run();
  return { answered, ...(await ask(child, { profile: 'end' })) };
}

/** Those that are missed against a peer as well, once each. */
function missedCalls(speed, peers) {
  const against = judgedPeers(peers).map((peer) => ({ ...peer, connections: PEER_CONNECTIONS }));
  const missed = [...judged(speed), ...against].filter((result) => result.missed);
  return [...new Map(missed.map((result) => [`${result.id} ${result.connections}`, result])).values()];
}

function sharesOf({ nodes, samples, timeDeltas }, answered) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, placed(callFrame)]));
  const [spent, functions] = [new Map(), new Map()];
  const add = (sums, key, us) => sums.set(key, (sums.get(key) ?? 0) + us);
  for (const [i, id] of samples.entries()) {
    const { kind, name } = frames.get(id);
    const us = timeDeltas[i] / answered;
    add(spent, kind, us);
    if (kind !== IDLE) add(functions, name, us);
  }
  return {
    idle: spent.get(IDLE) ?? 0,
    spent: Object.fromEntries(KINDS.map((kind) => [kind, spent.get(kind) ?? 0])),
    functions: [...functions].sort(([, a], [, b]) => b - a).slice(0, MOST_NAMED),
  };
}

function placed({ functionName: name, url }) {
  if (name === IDLE) return { kind: IDLE, name };
  if (name === COLLECTOR) return { kind: 'garbage collector', name };
  if (SOCKET_WRITES.test(name)) return { kind: 'sent into sockets', name };
  if (!url) return { kind: 'other native code', name: name || '(native)' };
  const { kind, short } = ownerOf(url);
  return { kind, name: `${name || '(function)'} of ${short}` };
}

/** CommonJS modules are named by their path, others by their URL. */
function ownerOf(url) {
  if (url.startsWith('node:')) return { kind: 'Node.js', short: url };
  const file = url.startsWith('file:') ? fileURLToPath(url) : url;
  const [, name = ''] = /^.*\/node_modules\/([^/]+)\//.exec(file) ?? [];
  if (!name) return { kind: 'the service’s own', short: basename(file) };
  const [kind] = PACKAGES.find(([, names]) => names.test(name)) ?? ['other packages'];
  return { kind, short: name || basename(file) };
}
