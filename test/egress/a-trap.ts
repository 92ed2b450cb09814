import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on loopback, where nobody has been told to go; with an answer it is one that somebody has. */
export class Trap {
  /** Everything that was asked of it. */
  readonly requests: string[] = [];
  /** Also those who did not come as far as to ask. */
  connections = 0;
  private readonly server = createServer((request, response) => {
    this.requests.push(`${request.method} ${request.url}`);
    this.answer(request, response);
  });

  constructor(private readonly answer: RequestListener = (_, response) => void response.end('{}')) {
    this.server.on('connection', () => (this.connections += 1));
  }

  async start(): Promise<this> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    this.server.close().closeAllConnections();
    if (this.server.listening) await once(this.server, 'close');
  }
}
