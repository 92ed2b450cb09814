import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Behaviour = (response: ServerResponse) => void | Promise<void>;

/** A Nominatim-compatible service on loopback that does what the test tells it to. */
export class GeocoderStub {
  /** Every request it has seen: path and query. */
  readonly requests: URL[] = [];
  private behaviour: Behaviour = (response) => json(response, []);
  private readonly arrivals: (() => void)[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<GeocoderStub> {
    const server = createServer();
    const stub = new GeocoderStub(server);
    server.on('request', (request, response: ServerResponse) => {
      stub.requests.push(new URL(request.url ?? '/', stub.url));
      stub.arrivals.splice(0).forEach((arrived) => arrived());
      void stub.behaviour(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return stub;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Resolves with the next request. */
  nextRequest(): Promise<void> {
    return new Promise((resolve) => this.arrivals.push(resolve));
  }

  answers(body: unknown): void {
    this.behaviour = (response) => json(response, body);
  }

  finds(latitude: number, longitude: number): void {
    this.answers([place(latitude, longitude)]);
  }

  knowsNoMatch(): void {
    this.answers([]);
  }

  failsWith(status: number): void {
    this.behaviour = (response) => void response.writeHead(status).end('{"error":"no"}');
  }

  answersText(text: string): void {
    this.behaviour = (response) => void response.writeHead(200).end(text);
  }

  redirectsTo(path: string): void {
    this.behaviour = (response) => void response.writeHead(302, { location: path }).end();
  }

  dropsTheConnection(): void {
    this.behaviour = (response) => void response.destroy();
  }

  /** Takes the request and never says a word. */
  hangs(): void {
    this.behaviour = () => undefined;
  }

  /** Says that it has found something, and never finishes the sentence. */
  hangsHalfWay(): void {
    this.behaviour = (response) => void response.writeHead(200).write('[{"lat":"40.5",');
  }

  /** Finds the place once it is let go. */
  findsWhenReleased(latitude: number, longitude: number): { release: () => void } {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.behaviour = (response) => released.then(() => json(response, [place(latitude, longitude)]));
    return { release };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const place = (latitude: number, longitude: number) => ({ lat: String(latitude), lon: String(longitude) });

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
