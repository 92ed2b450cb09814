import { createServer, type Server, type ServerResponse } from 'node:http';

/** A server that answers nobody until it is told to, and then with an error. */
export class SilentServer {
  requests = 0;
  private readonly waiting: ServerResponse[] = [];
  private arrived: () => void = () => undefined;
  readonly firstRequest = new Promise<void>((resolve) => (this.arrived = resolve));
  private readonly server: Server = createServer((_, response) => {
    this.requests += 1;
    this.waiting.push(response);
    this.arrived();
  });

  static async start(port: number): Promise<SilentServer> {
    const silent = new SilentServer();
    await new Promise<void>((resolve) => silent.server.listen(port, '127.0.0.1', resolve));
    return silent;
  }

  /** Those who have come, and those who come from now on. */
  failAll(): void {
    this.server.removeAllListeners('request').on('request', (_, response: ServerResponse) => {
      this.requests += 1;
      response.writeHead(500).end();
    });
    for (const response of this.waiting.splice(0)) response.writeHead(500).end();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
