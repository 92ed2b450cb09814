import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection that its server will end, and what came on it. */
export class Client {
  heard = '';
  isClosed = false;
  private readonly began = performance.now();
  private closedAt = 0;
  private timer?: NodeJS.Timeout;

  private constructor(readonly socket: Socket) {
    socket.setEncoding('latin1').on('data', (text) => (this.heard += String(text)));
    // To be reset is one of the ways to be ended.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.isClosed = true;
      this.closedAt = performance.now();
      clearInterval(this.timer);
    });
  }

  static async to(siteUrl: string): Promise<Client> {
    const { hostname, port } = new URL(siteUrl);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new Client(socket);
  }

  static async many(siteUrl: string, count: number): Promise<Client[]> {
    const clients: Client[] = [];
    // Not all at once: what a system queues of new connections has a bound of its own.
    while (clients.length < count)
      clients.push(...(await Promise.all(Array.from({ length: 50 }, () => Client.to(siteUrl)))));
    for (const { socket } of clients.splice(count)) socket.destroy();
    return clients;
  }

  /** @returns itself, having written the text at once */
  says(...lines: string[]): this {
    this.socket.write(lines.join('\r\n'));
    return this;
  }

  /** One letter after the other, for as long as it is listened to. */
  drips(everyMs: number): this {
    this.timer = setInterval(() => this.socket.write('x'), everyMs);
    return this;
  }

  /** Takes a little of what comes, every so often; with 0 nothing at all. */
  takes(bytes: number, everyMs: number): this {
    this.socket.removeAllListeners('data').pause();
    if (bytes > 0) this.timer = setInterval(() => this.socket.read(bytes), everyMs);
    return this;
  }

  /** Milliseconds from connecting. */
  async closed(): Promise<number> {
    if (!this.isClosed) await once(this.socket, 'close');
    return this.closedAt - this.began;
  }

  /** Statuses, in the order in which they came. */
  get statuses(): number[] {
    return [...this.heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  }

  leave(): void {
    clearInterval(this.timer);
    this.socket.destroy();
  }
}

export const head = (method: string, path: string, ...headers: string[]): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');

export const bearer = (token: string): string => `Authorization: Bearer ${token}`;
