import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Behaviour = (response: ServerResponse) => void;

/** Stands in for the API on loopback: sees every request, and does what the test tells it to. */
export class ApiStub {
  readonly requests: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = [];
  private behaviour: Behaviour = (response) => response.end('{}');
  private readonly arrivals: (() => void)[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ApiStub> {
    const server = createServer();
    const stub = new ApiStub(server);
    server.on('request', ({ method, url, headers }, response) => {
      stub.requests.push({ method, url, headers });
      stub.arrivals.splice(0).forEach((arrived) => arrived());
      stub.behaviour(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return stub;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Forgets what it saw. */
  does(behaviour: Behaviour): void {
    this.requests.length = 0;
    this.behaviour = behaviour;
  }

  answers(body: string | Buffer, status = 200, headers: Record<string, string> = {}): void {
    this.does((response) => response.writeHead(status, headers).end(body));
  }

  nextRequest(): Promise<void> {
    return new Promise((resolve) => this.arrivals.push(resolve));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
