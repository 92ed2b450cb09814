import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Behaviour = (response: ServerResponse, bytes: Buffer) => void;

const json = (response: ServerResponse, body: unknown): void => void response.end(JSON.stringify(body));

/** A scanner on loopback that says what the test tells it to; at first that everything is clean. */
export class ScannerStub {
  /** What it was asked about. */
  readonly asked: { method: string; type: string; bytes: Buffer }[] = [];
  private behaviour: Behaviour = (response) => json(response, { clean: true });

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ScannerStub> {
    const server = createServer();
    const stub = new ScannerStub(server);
    server.on('request', (request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const { method = '', headers } = request;
        const bytes = Buffer.concat(pieces);
        stub.asked.push({ method, type: headers['content-type'] ?? '', bytes });
        stub.behaviour(response, bytes);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return stub;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/scan`;
  }

  does(behaviour: Behaviour): void {
    this.asked.length = 0;
    this.behaviour = behaviour;
  }

  says(body: unknown): void {
    this.does((response) => json(response, body));
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
