import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { judged } from './bounds.mjs';
import { speedCases } from './cases.mjs';
import { ask, placeOf } from './processes.mjs';
import { measure } from './speed.mjs';

const SECONDS = 2;
const WARM_UP_SECONDS = 1;

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
 * Where the time of a request goes in the service, by V8's profiler, of each call whose bound is missed: by whose code it
 * is. The profiler takes some itself, so that answers are fewer than without it.
 * @returns microseconds an answer by kind, and of waiting
 */
export async function profileMissed(speed, { service, schools, load, outdate, say }) {
  const map = await bundleMap();
  const results = [];
  for (const { id, title, connections } of judged(speed).filter(({ missed }) => missed)) {
    say(`profile, ${id}, ${connections}`);
    const call = speedCases(schools).find((one) => one.id === id);
    const run = (seconds) =>
      measure({ load, server: service, name: 'service', call, connections, outdate, seconds });
    await run(WARM_UP_SECONDS);
    await ask(service.child, { profile: 'begin' });
    const { answered } = await run(SECONDS);
    const { profile } = await ask(service.child, { profile: 'end' });
    results.push({ title, connections, ...sharesOf(profile, map, answered) });
  }
  return results;
}

/** @returns what says of a position in the bundle from which file it came */
async function bundleMap() {
  const place = new URL(`${placeOf('service')}.map`);
  const map = new SourceMap(JSON.parse(await readFile(place, 'utf8')));
  return ({ lineNumber, columnNumber }) => {
    const { originalSource } = map.findEntry(lineNumber, columnNumber);
    return originalSource && fileURLToPath(new URL(originalSource, place));
  };
}

function sharesOf({ nodes, samples, timeDeltas }, map, answered) {
  const kinds = new Map(nodes.map(({ id, callFrame }) => [id, kindOf(callFrame, map)]));
  const spent = Object.fromEntries([IDLE, ...KINDS].map((kind) => [kind, 0]));
  for (const [i, id] of samples.entries()) spent[kinds.get(id)] += timeDeltas[i] / answered;
  const { [IDLE]: idle, ...kindsSpent } = spent;
  return { idle, spent: kindsSpent };
}

function kindOf(frame, map) {
  const { functionName, url } = frame;
  if (functionName === IDLE) return IDLE;
  if (functionName === COLLECTOR) return 'garbage collector';
  if (SOCKET_WRITES.test(functionName)) return 'sent into sockets';
  if (url.startsWith('node:')) return 'Node.js';
  const file = url && map(frame);
  return file ? ownerOf(file) : 'other native code';
}

/** Maps of packages name files that are not there. */
function ownerOf(file) {
  const [, name] = /^.*\/node_modules\/([^/]+)\//.exec(file) ?? [];
  if (!name && existsSync(file)) return 'the service’s own';
  return PACKAGES.find(([, names]) => names.test(name ?? ''))?.[0] ?? 'other packages';
}
