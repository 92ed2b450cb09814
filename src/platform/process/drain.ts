import type { Server, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Yallist } from 'yallist';

/** Milliseconds: longer than proxies take to see at /readyz that a process stops, as a rule. */
const NOTICE_MS = 2_000;
/** Milliseconds, where it takes them longer: a process under load answers late. */
const MAX_NOTICE_MS = 6_000;
const LOOK_AROUND_MS = 50;
/** Looks in a row at which nobody has connected: the event loop accepts one connection in each of its rounds, which are long under load. */
const IDLE_LOOKS = 3;

export interface DrainBounds {
  /** Milliseconds, for everything. */
  graceMs: number;
  /** Whether somebody before us asks /readyz, and sends requests elsewhere when told. */
  isBehindProxy: boolean;
  /** Whether they have been told, and have had a moment since. */
  isStopKnown: () => boolean;
}

/** Takes a server out of service without failing a request. */
export class Drain {
  private readonly open = new Yallist<ServerResponse>();
  isStopping = false;
  /** Connections so far. */
  private accepted = 0;

  /** @param server one that has answered nothing yet */
  constructor(private readonly server: Server) {
    server.on('connection', () => (this.accepted += 1));
    server.prependListener('request', (_request, response) => {
      if (this.isStopping) response.shouldKeepAlive = false;
      this.open.push(response);
      const node = this.open.tail!;
      response.once('close', () => this.open.removeNode(node));
    });
  }

  /**
   * Every answer from now on ends its connection, and says so. A connection that a proxy has just opened may hold a
   * request that nobody has read: behind one, we close only after it has had the time to go elsewhere.
   */
  async run({ graceMs, isBehindProxy, isStopKnown }: DrainBounds): Promise<void> {
    if (!this.server.listening) return;
    const end = performance.now() + graceMs;
    this.isStopping = true;
    for (const response of this.open) response.shouldKeepAlive = false;
    if (isBehindProxy) await this.giveNotice(graceMs, isStopKnown);
    let isClosed = false;
    this.server.close(() => (isClosed = true));
    while (!isClosed && performance.now() < end) {
      // Again and again: an answer whose head was out already has promised to keep its connection.
      this.server.closeIdleConnections();
      await delay(LOOK_AROUND_MS);
    }
    this.server.closeAllConnections();
  }

  /** Until they know, and whoever they had sent here before has been let in: closing resets those who wait for that. */
  private async giveNotice(graceMs: number, isStopKnown: () => boolean): Promise<void> {
    const latest = performance.now() + Math.min(MAX_NOTICE_MS, graceMs / 2);
    await delay(Math.min(NOTICE_MS, graceMs));
    for (let idle = 0; idle < IDLE_LOOKS && performance.now() < latest;) {
      const before = this.accepted;
      await delay(LOOK_AROUND_MS);
      idle = isStopKnown() && this.accepted === before ? idle + 1 : 0;
    }
  }
}
