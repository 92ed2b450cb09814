/** What one client may take of a process: time, bytes and connections. Below a proxy it is the second line. */
export interface ServerLimits {
  /** Milliseconds from connecting, or from its first byte on a kept connection, to the last byte of a head. */
  headersMs: number;
  /** Milliseconds to the last byte of a body. */
  requestMs: number;
  /** Milliseconds without a request after which a connection is closed. */
  keepAliveMs: number;
  /** Milliseconds for which a client may take nothing of its answer. */
  stalledMs: number;
  /** Milliseconds in which an answer has to be taken, from its first byte. */
  answerMs: number;
  /** Bytes of JSON that still comes and of answers that wait to be taken, of all clients together. */
  waitingBytes: number;
  /** Of the request line and the headers: a search of 10,000 characters is data in any script, percent-encoded. */
  headBytes: number;
  connections: number;
  /** Milliseconds between two looks at all this. */
  checkMs: number;
}

export const SERVER_LIMITS: ServerLimits = {
  headersMs: 30_000,
  // A photo of 10 MB by a telephone with one bar.
  requestMs: 300_000,
  // Longer than the minute for which proxies keep an unused connection: it is theirs to close, between two requests.
  keepAliveMs: 75_000,
  stalledMs: 30_000,
  answerMs: 300_000,
  waitingBytes: 64 * 1024 * 1024,
  headBytes: 192 * 1024,
  connections: 10_000,
  checkMs: 1_000,
};
