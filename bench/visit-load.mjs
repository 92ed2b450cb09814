/**
 * Visits at a rate, whether or not those before are over, in a process of its own. A visit is what an app reads when it is opened:
 * who it is, then six lists side by side. A family that is refused any of it goes, and is counted.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { headerOf, Wire } from './visit-wire.mjs';

const ME = '/api/v1/me';
const LISTS = ['features', 'students', 'calendar', 'notices', 'watch'];
/** Of ten families so many have opened the app before. */
const KNOWN_OF_TEN = 7;

/** ETags that each caller has, by path; what a phone keeps. */
const tags = new Map();
let wire;

process.on('message', (job) => {
  run(job).then(
    (result) => process.send(result),
    (error) => process.send({ error: error.message }),
  );
});
process.once('disconnect', () => process.exit());

/**
 * @param {{ origin: string, seconds: number, streams: object[], notices?: object }} job streams with a name, a rate and callers, or the
 *   path of feeds; with `once` each caller visits once, some at a time, and its ETags are remembered. `notices`: ids of notices by school
 *   that every list has to have
 * @returns results by the name of the stream
 */
async function run({ origin, seconds, streams, notices = {} }) {
  wire ??= new Wire(origin);
  const began = performance.now();
  const results = await Promise.all(
    streams.map(async (stream) => {
      const tally = { times: [], refusals: [], done: 0, refused: 0, failed: 0, stale: 0, last: began };
      const begin = (nth) => {
        const item = stream.items[nth % stream.items.length];
        return stream.isFeed ? poll(item, tally) : visit({ ...item, nth }, tally, { stream, notices });
      };
      await (stream.once ? eachOnce(stream, begin) : atRate(stream, seconds, begin));
      return [stream.name, summary(tally, began)];
    }),
  );
  return Object.fromEntries(results);
}

async function eachOnce({ items, once: atOnce }, begin) {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await begin(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function atRate({ rate, first = 0 }, seconds, begin) {
  const start = performance.now();
  const running = [];
  for (let nth = 0; nth < rate * seconds; nth += 1) {
    const due = start + (nth / rate) * 1000 - performance.now();
    if (due > 1) await sleep(due);
    running.push(begin(first + nth));
  }
  await Promise.all(running);
}

async function visit(caller, tally, { stream, notices }) {
  const began = performance.now();
  const knows = caller.nth % 10 < KNOWN_OF_TEN && !stream.once;
  const read = (path) => readPath(caller, path, { knows, tally, notice: notices[caller.school] });
  const paths = [...LISTS.map((list) => `/api/v1/schools/${caller.school}/${list}`), `${ME}/outstanding`];
  let statuses = [await read(ME)];
  if (isFine(statuses[0])) statuses = await Promise.all(paths.map(read));
  if (statuses.every(isFine)) {
    tally.done += 1;
    tally.last = performance.now();
    tally.times.push(tally.last - began);
  } else if (statuses.some((status) => !isFine(status) && status !== 503)) tally.failed += 1;
  else tally.refused += 1;
}

const isFine = (status) => status === 200 || status === 304;

async function poll(path, tally) {
  const { status, ms } = await ask({ bytes: bytesOf(path, {}) });
  if (status === 503) tally.refused += 1;
  else if (status === 200) tally.done += 1;
  else tally.failed += 1;
  (status === 503 ? tally.refusals : tally.times).push(ms);
}

async function readPath({ token }, path, { knows, tally, notice }) {
  const key = `${token} ${path}`;
  const isNotices = notice !== undefined && path.endsWith('/notices');
  const headers = {
    Authorization: `Bearer ${token}`,
    'Accept-Encoding': 'gzip, br',
    ...(knows && tags.has(key) && { 'If-None-Match': tags.get(key) }),
  };
  const { status, head, body, ms } = await ask({ bytes: bytesOf(path, headers), wantsBody: isNotices });
  if (status === 503) tally.refusals.push(ms);
  if (isNotices && isFine(status) && !textOf(body, head).includes(notice)) tally.stale += 1;
  const tag = status === 200 && headerOf(head, 'etag');
  // A list that has its notice is known by nobody yet.
  if (tag && !isNotices) tags.set(key, tag);
  return status;
}

const ask = (request) => wire.ask(request).catch(() => ({ status: 0, head: '', body: null, ms: 0 }));

function textOf(body, head) {
  const coding = headerOf(head, 'content-encoding');
  if (coding === 'br') return brotliDecompressSync(body).toString();
  return (coding === 'gzip' ? gunzipSync(body) : body).toString();
}

function bytesOf(path, headers) {
  const lines = Object.entries({ Host: wire.hostname, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return Buffer.from([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
}

function summary({ times, refusals, last, ...counts }, began) {
  const elapsed = (last - began) / 1000;
  const all = { ...counts, perSecond: counts.done / elapsed, ...quantiles(times) };
  return { ...all, refusals: { count: refusals.length, ...quantiles(refusals) } };
}

function quantiles(times) {
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? null;
  return { p50: at(0.5), p99: at(0.99) };
}
