import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Yallist } from 'yallist';
import { isStranger } from './http-context.js';

/** Event of a request whose body is about to be read into memory. */
const READS = Symbol('a body is read');

/** Milliseconds in which one that is being sent may still come to its end, before somebody has to give way. */
const GRACE_MS = 20;

/** Bytes a millisecond: a telephone with one bar. */
const SLOWEST = 4;

interface Expected {
  /** A request that was given up has none any more. */
  socket: Socket;
  /** Bytes that it may take. */
  bytes: number;
  /** Bytes that had come of it when it began to be read, and those of its socket then. */
  before: number;
  readBefore: number;
  /** Milliseconds, of the process. */
  until: number;
}

export interface BodyLimits {
  /** Bytes of bodies that still come, of all callers who have proven who they are. */
  bodyBytes: number;
  /** Bytes of bodies that still come, of all other callers together. */
  strangerBytes: number;
  /** Milliseconds to the last byte of a head, and of a body beside what its length takes. */
  headersMs: number;
  /** Milliseconds for which a client may go on sending what was answered already. */
  lingerMs: number;
  checkMs: number;
}

/**
 * By whoever reads it, once the caller is known: until then what came of it waits in the socket.
 * @returns whether it is short enough, as far as its head says; what is read of one that is not would be in vain
 */
export function expectBody(request: IncomingMessage, maxBytes: number): boolean {
  const { headers } = request;
  // In pieces it may be as much as is taken at all.
  const bytes = headers['transfer-encoding'] ? maxBytes : Number(headers['content-length'] ?? 0);
  if (bytes > maxBytes) return false;
  if (bytes > 0) request.emit(READS, bytes);
  return true;
}

/**
 * Holds a place for each body that is read into memory. Strangers have places of their own: however many of them announce
 * something, no member's request gives way to theirs. Where there are too few, whoever has sent the least of what they
 * announced gives way.
 */
export class AnnouncedBodies {
  private readonly known = new Yallist<Expected>();
  private readonly strangers = new Yallist<Expected>();

  constructor(
    server: Server,
    private readonly limits: BodyLimits,
    private readonly endSlow: (socket: Socket) => void,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      request.once(READS, (bytes: number) => this.begin(request, response, bytes));
      const { socket } = request;
      response.once('close', () => this.linger(request, socket));
    });
    const timer = setInterval(() => this.look(), limits.checkMs).unref();
    server.once('close', () => clearInterval(timer));
  }

  private begin(request: IncomingMessage, response: ServerResponse, bytes: number): void {
    if (request.complete) return;
    const until = performance.now() + this.limits.headersMs + bytes / SLOWEST;
    const { socket, readableLength: before } = request;
    const body: Expected = { socket, bytes, before, readBefore: socket.bytesRead, until };
    const bodies = isStranger(request) ? this.strangers : this.known;
    bodies.push(body);
    const node = bodies.tail!;
    const leave = (): void => void (node.list && bodies.removeNode(node));
    request.once('end', leave);
    response.once('close', leave);
    setTimeout(() => this.makeRoom(), GRACE_MS).unref();
  }

  private look(): void {
    const now = performance.now();
    for (const bodies of [this.known, this.strangers])
      for (const { socket, until } of bodies) if (now > until) this.endSlow(socket);
  }

  private makeRoom(): void {
    evict(this.known, this.limits.bodyBytes);
    evict(this.strangers, this.limits.strangerBytes);
  }

  /** Disconnects a client that has its answer and still sends after a while. */
  private linger(request: IncomingMessage, socket: Socket): void {
    if (request.complete || socket.destroyed) return;
    const leave = (): void => void (request.complete || socket.destroy());
    setTimeout(leave, this.limits.lingerMs).unref();
  }
}

function evict(bodies: Iterable<Expected>, limit: number): void {
  const all = [...bodies];
  let excess = all.reduce((sum, { bytes }) => sum + bytes, 0) - limit;
  if (excess <= 0) return;
  const share = ({ socket, bytes, before, readBefore }: Expected): number =>
    (before + socket.bytesRead - readBefore) / bytes;
  // Among bodies that have received equally little, the newest gives way first.
  for (const { socket, bytes } of all.reverse().sort((a, b) => share(a) - share(b))) {
    if (excess <= 0) return;
    excess -= bytes;
    socket.destroy();
  }
}
