import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A host on loopback with documents about applications, as the test puts them there. */
export class DocumentHost {
  /** Paths, in the order of requests. */
  readonly asked: string[] = [];
  private readonly answers = new Map<string, (response: ServerResponse) => void>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<DocumentHost> {
    const server = createServer();
    const host = new DocumentHost(server);
    server.on('request', ({ url = '' }, response: ServerResponse) => {
      host.asked.push(url);
      (host.answers.get(url) ?? ((missing) => void missing.writeHead(404).end()))(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return host;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** @returns the client id: the address of the document */
  puts(path: string, document: Record<string, unknown>): string {
    const clientId = this.origin + path;
    this.answer(path, (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ client_id: clientId, ...document }));
    });
    return clientId;
  }

  answer(path: string, answer: (response: ServerResponse) => void): void {
    this.answers.set(path, answer);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
