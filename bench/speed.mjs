import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { agreementCases, headersOf, speedCases } from './cases.mjs';
import { get, median } from './http.mjs';
import { ask } from './processes.mjs';

const SETTLE_MS = 150;
const WARM_UP_SECONDS = 0.4;
/** Sixteen of the slowest calls take as long as thousands of the quickest. */
const SLOW_TAKES = 1.5;
/** One connection needs less time for a steady figure than sixteen. */
const LOADS = [
  { connections: 16, share: 1 },
  { connections: 1, share: 0.4 },
];

/**
 * A yardstick that does less is no yardstick.
 * @throws Error naming the first call that the two answer differently
 */
export async function assertAgreement(servers, schools) {
  for (const call of agreementCases(schools)) {
    const [ours, theirs] = await Promise.all(
      [servers.service, servers.yardstick].map(({ origin }) => get(origin, call.path, headersOf(call))),
    );
    const same = ours.status === 200 && isDeepStrictEqual(comparable(ours), comparable(theirs));
    if (!same) throw new Error(`${call.id}: the yardstick answers something else than the service`);
  }
}

const comparable = ({ status, headers, text }) => ({
  status,
  tagged: headers.etag !== undefined,
  caching: headers['cache-control'],
  body: JSON.parse(text),
});

/** Both servers in turn, in rounds that swap who comes first, so that a machine that drifts drifts for both. */
export async function measureSpeed({ servers, schools, load, seconds, rounds, wanted, say }) {
  const results = [];
  for (const call of speedCases(schools).filter(({ id }) => wanted(id))) {
    for (const { connections, share } of LOADS) {
      say(`${call.id}, ${connections} connection${connections > 1 ? 's' : ''}`);
      const run = (name, duration) => measure(load, servers[name], call, { connections, seconds: duration });
      const measured = { service: [], yardstick: [] };
      for (const name of ['yardstick', 'service']) await run(name, WARM_UP_SECONDS);
      const long = seconds * share * (call.slow ? SLOW_TAKES : 1);
      for (let round = 0; round < rounds; round += 1) {
        const order = round % 2 ? ['service', 'yardstick'] : ['yardstick', 'service'];
        for (const name of order) measured[name].push(assertEnough(await run(name, long), call));
      }
      results.push(summary(call, connections, measured));
    }
  }
  return results;
}

async function measure(load, { origin }, call, { connections, seconds }) {
  await sleep(SETTLE_MS);
  const { headers, status } = await conditionOf(origin, call);
  const url = `${origin}${call.path}`;
  const result = await ask(load, { url, headers, connections, seconds, status });
  if (result.failed > 0) throw new Error(`${call.id}: ${result.failed} requests failed`);
  return result;
}

function assertEnough(result, { id }) {
  if (result.answered < 2) throw new Error(`${id}: hardly an answer in time, give it more --seconds`);
  return result;
}

async function conditionOf(origin, call) {
  const headers = headersOf(call);
  if (!call.unchanged) return { headers, status: 200 };
  const { headers: answered } = await get(origin, call.path, headers);
  return { headers: { ...headers, 'if-none-match': answered.etag }, status: 304 };
}

function summary(call, connections, { service, yardstick }) {
  const middle = (runs) =>
    Object.fromEntries(['perSecond', 'p50', 'p99'].map((key) => [key, median(runs.map((run) => run[key]))]));
  return {
    id: call.id,
    connections,
    service: middle(service),
    yardstick: middle(yardstick),
    // Round by round: neighbours in time are what can be compared.
    ratio: median(service.map((run, round) => run.perSecond / yardstick[round].perSecond)),
  };
}
