import { Agent, request, type ClientRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface LoadRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer;
  /** Milliseconds over which the body is sent, in pieces; at once unless given. */
  sentOverMs?: number;
  /** The only status that is no failure. */
  expected: number;
  /** Called when it has come. */
  acknowledged?: () => void;
}

const TICK_MS = 5;
const PIECES = 4;
/** Milliseconds, for whoever never answers. */
const TIMEOUT_MS = 30_000;

/**
 * Requests at fixed times over kept connections, whatever becomes of those before: a service that is slow gets no fewer.
 */
export class OpenLoop {
  sent = 0;
  inFlight = 0;
  slowestMs = 0;
  /** What was answered otherwise, or not at all, and how often: `POST 503`, `GET ECONNRESET`. */
  readonly failures: Record<string, number> = {};
  private readonly agent = new Agent({ keepAlive: true });
  private readonly requests = new Set<Promise<void>>();
  private isOver = false;
  private running: Promise<void> = Promise.resolve();

  /**
   * @param rate a second
   * @param next the request of this number
   */
  constructor(
    private readonly url: string,
    private readonly rate: number,
    private readonly next: (number: number) => LoadRequest,
  ) {}

  start(): void {
    this.running = this.run();
  }

  /**
   * How many a second are answered while so many callers send one after the other, each once the one before is answered.
   * @param ms for which they send
   */
  async measure(callers: number, ms: number): Promise<number> {
    const begun = performance.now();
    const oneAfterAnother = async (): Promise<void> => {
      while (performance.now() - begun < ms) await this.send(this.next(this.sent));
    };
    await Promise.all(Array.from({ length: callers }, oneAfterAnother));
    const rate = (this.sent * 1_000) / (performance.now() - begun);
    this.agent.destroy();
    return rate;
  }

  /** Sends no more, and waits for what is under way. */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
    await Promise.all(this.requests);
    this.agent.destroy();
  }

  private async run(): Promise<void> {
    for (const begun = performance.now(); !this.isOver; await delay(TICK_MS)) {
      const due = ((performance.now() - begun) * this.rate) / 1_000;
      while (this.sent < due) void this.send(this.next(this.sent));
    }
  }

  private send(load: LoadRequest): Promise<void> {
    this.sent += 1;
    this.inFlight += 1;
    const begun = performance.now();
    const done = this.answer(load)
      .then((status) => {
        if (status === load.expected) load.acknowledged?.();
        else this.fail(load, String(status));
      })
      .catch((error: NodeJS.ErrnoException) => this.fail(load, error.code ?? error.message))
      .finally(() => {
        this.inFlight -= 1;
        this.slowestMs = Math.max(this.slowestMs, performance.now() - begun);
        this.requests.delete(done);
      });
    this.requests.add(done);
    return done;
  }

  private fail({ method = 'GET' }: LoadRequest, how: string): void {
    const kind = `${method} ${how}`;
    this.failures[kind] = (this.failures[kind] ?? 0) + 1;
  }

  /** The status, when the whole body has come. */
  private answer({ method = 'GET', path, headers, body, sentOverMs }: LoadRequest): Promise<number> {
    const length = body && { 'Content-Length': body.length };
    const options = { agent: this.agent, method, headers: { ...headers, ...length }, timeout: TIMEOUT_MS };
    return new Promise((resolve, reject) => {
      const outgoing = request(this.url + path, options, (response) => {
        response.resume().on('error', reject);
        response.on('end', () => resolve(response.statusCode ?? 0));
      });
      outgoing.on('error', reject).on('timeout', () => outgoing.destroy(new Error('no answer')));
      if (body && sentOverMs) void sendSlowly(outgoing, body, sentOverMs);
      else outgoing.end(body);
    });
  }
}

async function sendSlowly(outgoing: ClientRequest, body: Buffer, ms: number): Promise<void> {
  const size = Math.ceil(body.length / PIECES);
  for (let at = 0; at < body.length; at += size) {
    outgoing.write(body.subarray(at, at + size));
    await delay(ms / PIECES);
  }
  outgoing.end();
}
