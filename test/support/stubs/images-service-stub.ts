import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Behaviour = (response: ServerResponse) => void | Promise<void>;

interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** An OpenAI-compatible images service on loopback that does what the test tells it to. */
export class ImagesServiceStub {
  readonly requests: SeenRequest[] = [];
  private behaviour: Behaviour = (response) => json(response, 500, {});
  private readonly arrivals: (() => void)[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ImagesServiceStub> {
    const server = createServer();
    const stub = new ImagesServiceStub(server);
    server.on('request', (request, response: ServerResponse) => {
      void text(request).then((body) => {
        const { method = '', url: path = '', headers } = request;
        stub.requests.push({ method, path, headers, body: JSON.parse(body) as Record<string, unknown> });
        stub.arrivals.splice(0).forEach((arrived) => arrived());
        return stub.behaviour(response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return stub;
  }

  /** The base that IMAGE_API_URL names. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** Resolves with the next request. */
  nextRequest(): Promise<void> {
    return new Promise((resolve) => this.arrivals.push(resolve));
  }

  paints(bytes: Buffer): void {
    this.answers({ created: 1, data: [{ b64_json: bytes.toString('base64') }] });
  }

  answers(body: unknown, status = 200): void {
    this.behaviour = (response) => json(response, status, body);
  }

  answersText(body: string): void {
    this.behaviour = (response) => void response.writeHead(200).end(body);
  }

  redirectsTo(path: string): void {
    this.behaviour = (response) => void response.writeHead(307, { location: path }).end();
  }

  dropsTheConnection(): void {
    this.behaviour = (response) => void response.destroy();
  }

  hangs(): void {
    this.behaviour = () => undefined;
  }

  hangsHalfWay(): void {
    this.behaviour = (response) => void response.writeHead(200).write('{"data":[{"b64_json":"iVBOR');
  }

  /** Finishes, well or not, once it is let go. */
  paintsWhenReleased(bytes: Buffer | null): { release: () => void } {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.behaviour = (response) =>
      released.then(() =>
        bytes === null
          ? json(response, 500, {})
          : json(response, 200, { data: [{ b64_json: bytes.toString('base64') }] }),
      );
    return { release };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
