import { setTimeout as sleep } from 'node:timers/promises';
import { speedCases } from './cases.mjs';
import { call as send, median } from './http.mjs';
import { ask, endProcess, startProcess } from './processes.mjs';

const SETTLE_MS = 150;
export const WARM_UP_SECONDS = 0.4;
/** All calls share most of what a process compiles while it runs, which takes some ten seconds: none is measured before. */
const BREAK_IN_SECONDS = 1.5;
/** A program that runs again is compiled while it runs: it is warm once it has not become this much faster for so long. */
const FASTER = 1.03;
const WINDOWS_WITHOUT = 3;
const MAX_WINDOWS = 30;
/** Sixteen of the slowest calls take as long as thousands of the quickest. */
const SLOW_TAKES = 1.5;
/** One connection needs less time for a steady figure than sixteen. */
const LOADS = [
  { connections: 16, share: 1 },
  { connections: 1, share: 0.4 },
];

let stamp = 0;

/**
 * All servers in turn, in rounds that each begin with another one, so that a machine that drifts drifts for all.
 * @param {{ outdate: () => Promise<void> }} options outdate makes everything that is remembered of any school old
 */
export async function measureSpeed({ servers, schools, load, seconds, rounds, wanted, say, outdate }) {
  const results = [];
  const calls = speedCases(schools).filter(({ id }) => wanted(id));
  await breakIn({ servers, load, say, calls: calls.filter(({ missed }) => !missed) });
  for (const call of calls) {
    const { ceilings = [] } = call;
    const hasSocket = ceilings.includes('socket');
    if (hasSocket) await prepareSocket(servers, call);
    for (const { connections, share } of LOADS.slice(0, call.busyOnly ? 1 : 2)) {
      say(`${call.id}, ${connections} connection${connections > 1 ? 's' : ''}`);
      const long = seconds * share * (call.slow ? SLOW_TAKES : 1);
      const run = (name, duration) =>
        measure({ load, server: servers[name], name, call, connections, outdate, seconds: duration });
      const measured = await inRounds({
        names: ['baseline', 'service', ...ceilings],
        warmUp: (name) => run(name, WARM_UP_SECONDS),
        run: (name) => run(name, long),
        rounds,
      });
      const other = hasSocket && (await withAutocannon(servers.socket, call, { connections, seconds }));
      results.push(summary(call, connections, measured, other));
    }
  }
  return results;
}

/** All but the bare socket, which compiles next to nothing. */
async function breakIn({ servers, load, say, calls }) {
  say('Breaking in …');
  for (const call of calls) {
    const names = ['baseline', 'service', ...(call.ceilings ?? [])].filter((name) => name !== 'socket');
    for (const name of names)
      await measure({ load, server: servers[name], name, call, connections: 16, seconds: BREAK_IN_SECONDS });
  }
}

/**
 * The results of each by its name, one a round.
 * @param {{ warmUp: (name: string) => Promise<{ perSecond: number }> }} options warmUp is repeated until it gets no faster
 */
export async function inRounds({ names, warmUp, run, rounds }) {
  const measured = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of names) await untilWarm(() => warmUp(name));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      measured[name].push(await run(name));
    }
  }
  return measured;
}

async function untilWarm(warmUp) {
  let best = 0;
  for (let window = 0, without = 0; window < MAX_WINDOWS && without < WINDOWS_WITHOUT; window += 1) {
    const { perSecond } = await warmUp();
    without = perSecond > best * FASTER ? 0 : without + 1;
    best = Math.max(best, perSecond);
  }
}

/** Round by round: neighbours in time are what can be compared. */
export const ratioOf = (ours, theirs) =>
  median(ours.map(({ perSecond }, round) => perSecond / theirs[round].perSecond));

export const middleOf = (runs) =>
  Object.fromEntries(
    ['perSecond', 'p50', 'p99', 'bytes', 'cpu'].map((key) => [key, median(runs.map((run) => run[key]))]),
  );

export async function loadWith(load, job) {
  await sleep(SETTLE_MS);
  const result = await ask(load, job);
  if (result.error) throw new Error(`The load generator gave up: ${result.error}`);
  if (result.failed > 0) throw new Error(`${result.failed} requests to ${job.requests[0].path} failed`);
  return result;
}

/** One server, one call, for so many seconds. */
export async function measure({ load, server: { origin }, name, call, connections, seconds, outdate }) {
  const requests = await conditional(origin, call, call.requests(name, (stamp += 1)));
  const job = { origin, requests, connections };
  if (call.missed) return missing(load, job, seconds, outdate);
  if (call.each) await loadWith(load, { ...job, once: true });
  return loadWith(load, { ...job, seconds });
}

/** Passes over all schools; before each everything that is remembered is made old, which takes no measured time. */
async function missing(load, job, seconds, outdate) {
  const passes = [];
  for (let spent = 0; spent < seconds * 1000; spent += passes.at(-1).elapsed) {
    await outdate();
    passes.push(await loadWith(load, { ...job, once: true }));
  }
  const sum = (key) => passes.reduce((total, pass) => total + pass[key], 0);
  return {
    ...middleOf(passes),
    answered: sum('answered'),
    elapsed: sum('elapsed'),
    perSecond: (sum('answered') / sum('elapsed')) * 1000,
  };
}

async function conditional(origin, { unchanged }, requests) {
  if (!unchanged) return requests;
  const [request] = requests;
  const { headers } = await send(origin, request);
  return [{ ...request, headers: { ...request.headers, 'If-None-Match': headers.etag }, status: 304 }];
}

async function prepareSocket({ service, socket }, call) {
  const [request] = call.requests('service', 0);
  const { text, headers } = await send(service.origin, request);
  const { etag, 'cache-control': caching, 'content-type': type } = headers;
  await ask(socket.child, {
    path: request.path,
    text,
    headers: { 'Content-Type': type, 'Cache-Control': caching, ETag: etag },
  });
}

/** The bare socket once more. */
async function withAutocannon({ origin }, { path }, { connections, seconds }) {
  const child = startProcess('load-autocannon');
  try {
    await sleep(SETTLE_MS);
    return await ask(child, { origin, path, connections, seconds });
  } finally {
    await endProcess(child);
  }
}

function summary({ id, title }, connections, measured, other) {
  const { service, baseline, socket } = measured;
  const beside = (runs) => ({
    ...middleOf(runs),
    ratio: ratioOf(runs, baseline),
    reached: ratioOf(service, runs),
  });
  return {
    id,
    title,
    connections,
    service: middleOf(service),
    baseline: middleOf(baseline),
    ratio: ratioOf(service, baseline),
    socket: socket && { ...beside(socket), other },
  };
}
