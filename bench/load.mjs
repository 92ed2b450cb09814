/**
 * The load generator, in a process of its own so that counting costs neither server anything. It must take next to
 * nothing itself, since it shares the cores: a general HTTP client that looks at every byte needs more time for an
 * answer of a megabyte than the servers do. Here an answer is its status, its length and that many bytes, read into
 * the same buffer each time.
 */
import { connect } from 'node:net';

const READ_BYTES = 256 * 1024;
const END_OF_HEAD = '\r\n\r\n';
const STUCK_MS = 30_000;
/** A measurement takes longer than it was told to when there is hardly an answer yet. */
const MIN_ANSWERS = 5;

process.on('message', (job) => {
  measure(job).then(
    (result) => process.send(result),
    (error) => process.send({ error: error.message }),
  );
});
process.once('disconnect', () => process.exit());

/**
 * Sends requests over kept connections, each connection the next as soon as it has its answer. They are taken in turn
 * by all connections together, round and round, or with `once` until each was sent.
 * @param {{ origin: string, requests: object[], connections: number, seconds?: number, once?: boolean }} job a request
 *   with `beside` is sent and must succeed, and is not counted
 */
function measure({ origin, requests, connections, seconds = Infinity, once = false }) {
  const { hostname, port } = new URL(origin);
  const queue = requests.map((request) => ({ ...request, bytes: bytesOf(request, hostname) }));
  const run = { times: [], failed: 0, last: 0, sent: 0, bytes: 0 };
  const start = performance.now();
  const startCpu = process.cpuUsage();
  // What failed ends it, too: it may be that nothing else is ever answered.
  const isEnough = () => run.times.length + run.failed >= MIN_ANSWERS;
  const isOver = () => performance.now() - start >= seconds * 1000 && isEnough();
  const next = () => {
    const isLast = once ? run.sent >= queue.length : isOver();
    return isLast ? undefined : queue[run.sent++ % queue.length];
  };
  const count = ({ beside, status }, answer, began) => {
    const now = performance.now();
    if (answer.status !== status) run.failed += 1;
    else if (!beside && !isOver()) {
      run.times.push(now - began);
      run.last = now;
      run.bytes = answer.length;
    }
  };
  const all = Array.from({ length: connections }, () => converse({ hostname, port, next, count }));
  return Promise.all(all).then(() => summary(run, start, startCpu));
}

function bytesOf({ method = 'GET', path, headers, body = '' }, hostname) {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`] : []),
  ];
  return Buffer.from(`${lines.join('\r\n')}${END_OF_HEAD}${body}`);
}

/** One connection, until there is nothing more to send: whatever was begun is read to its end. */
function converse({ hostname, port, next, count }) {
  return new Promise((resolve, reject) => {
    let request;
    let began;
    let answer;
    const send = () => {
      request = next();
      if (!request) return socket.end(resolve);
      began = performance.now();
      answer = new Answer();
      return socket.write(request.bytes);
    };
    const read = (length, buffer) => {
      try {
        if (!answer.take(buffer.subarray(0, length))) return true;
        count(request, answer, began);
        send();
      } catch (error) {
        socket.destroy(error);
      }
      return true;
    };
    const onread = { buffer: Buffer.allocUnsafe(READ_BYTES), callback: read };
    const socket = connect({ host: hostname, port, noDelay: true, onread }, send);
    socket.setTimeout(STUCK_MS, () => socket.destroy(new Error('no answer in 30 seconds')));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('a connection was closed')));
  });
}

/** As much of an answer as has to be known to tell where it ends. */
class Answer {
  status = 0;
  /** Of what follows the head. */
  length = 0;
  #begun = null;
  #left = 0;

  /** True once it is there in whole. */
  take(part) {
    if (this.status > 0) this.#left -= part.length;
    else this.#begin(this.#begun ? Buffer.concat([this.#begun, part]) : part);
    return this.status > 0 && this.#left === 0;
  }

  #begin(part) {
    const end = part.indexOf(END_OF_HEAD);
    if (end < 0) {
      this.#begun = Buffer.from(part);
      return;
    }
    const head = part.latin1Slice(0, end);
    this.status = Number(head.slice(9, 12));
    this.length = lengthOf(this.status, head);
    this.#left = this.length - (part.length - end - END_OF_HEAD.length);
  }
}

function lengthOf(status, head) {
  if (status === 304 || status === 204) return 0;
  const length = /\r\ncontent-length: *(\d+)/i.exec(head);
  if (!length) throw new Error('an answer did not say how long it is');
  return Number(length[1]);
}

function summary({ times, failed, bytes, last, sent }, start, startCpu) {
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  const elapsed = last - start;
  const { user, system } = process.cpuUsage(startCpu);
  const perSecond = (times.length / elapsed) * 1000;
  return {
    failed,
    bytes,
    cpu: (user + system) / sent,
    answered: times.length,
    perSecond,
    p50: at(0.5),
    p99: at(0.99),
    elapsed,
  };
}
