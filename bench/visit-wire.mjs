/** Connections to the service as a proxy has them: each carries one request at a time, and is there for the next one. */
import { connect } from 'node:net';

const END_OF_HEAD = '\r\n\r\n';
const STUCK_MS = 60_000;
const MS_PER_SECOND = 1_000;

export class Wire {
  #idle = [];
  #open = new Set();

  constructor(origin) {
    const { hostname, port } = new URL(origin);
    Object.assign(this, { hostname, port });
  }

  /**
   * Sends, on an idle connection where there is one.
   * @param {{ bytes: Buffer, wantsBody?: boolean }} request
   * @returns {Promise<{ status: number, head: string, body: Buffer | null, ms: number }>} from sending to the last byte
   */
  ask({ bytes, wantsBody = false }) {
    const connection = this.#idle.pop() ?? this.#connect();
    return new Promise((resolve, reject) => {
      const began = performance.now();
      connection.answer = new Answer(wantsBody);
      connection.done = (answer) => {
        connection.done = connection.failed = null;
        this.#idle.push(connection);
        resolve({ ...answer, ms: performance.now() - began });
      };
      connection.failed = reject;
      connection.socket.write(bytes);
    });
  }

  close() {
    for (const { socket } of this.#open) socket.destroy();
  }

  #connect() {
    const connection = { socket: connect({ host: this.hostname, port: this.port, noDelay: true }) };
    const { socket } = connection;
    this.#open.add(connection);
    socket.setTimeout(STUCK_MS, () =>
      socket.destroy(new Error(`no answer in ${STUCK_MS / MS_PER_SECOND} seconds`)),
    );
    socket.on('data', (part) => {
      if (connection.answer.take(part)) connection.done(connection.answer.result());
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#open.delete(connection);
      this.#idle = this.#idle.filter((other) => other !== connection);
      connection.failed?.(new Error('a connection was closed'));
    });
    return connection;
  }
}

/** As much of an answer as has to be known to tell where it ends, with its body where that is looked at. */
class Answer {
  #head = '';
  #status = 0;
  #begun = null;
  #left = 0;
  #parts = null;

  constructor(wantsBody) {
    if (wantsBody) this.#parts = [];
  }

  /** True once it is there in whole. */
  take(part) {
    if (this.#status === 0) return this.#begin(this.#begun ? Buffer.concat([this.#begun, part]) : part);
    this.#parts?.push(part);
    this.#left -= part.length;
    return this.#left === 0;
  }

  result() {
    return { status: this.#status, head: this.#head, body: this.#parts && Buffer.concat(this.#parts) };
  }

  #begin(part) {
    const end = part.indexOf(END_OF_HEAD);
    if (end < 0) {
      this.#begun = part;
      return false;
    }
    this.#head = part.latin1Slice(0, end);
    this.#status = Number(this.#head.slice(9, 12));
    const body = part.subarray(end + END_OF_HEAD.length);
    this.#parts?.push(body);
    const hasBody = this.#status !== 304 && this.#status !== 204;
    this.#left = (hasBody ? Number(headerOf(this.#head, 'content-length')) : 0) - body.length;
    if (Number.isNaN(this.#left)) throw new Error('an answer did not say how long it is');
    return this.#left === 0;
  }
}

/** Undefined where there is none. */
export const headerOf = (head, name) => new RegExp(`\\r\\n${name}: *([^\\r]*)`, 'i').exec(head)?.[1];
