import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  /** 2: server, 3: client. */
  kind: number;
  attributes: Record<string, string | number>;
  status: { code?: number; message?: string };
}

interface Sent {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

/** A collector on loopback that keeps what it is sent: OTLP over HTTP, as JSON. */
export class CollectorStub {
  readonly bodies: string[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  /** What it answers. */
  status = 200;
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      this.headers.push(request.headers);
      this.bodies.push(Buffer.concat(chunks).toString('utf8'));
      response.writeHead(this.status, { 'Content-Type': 'application/json' }).end('{}');
    });
  });

  async start(): Promise<string> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  resources(): Record<string, string | number>[] {
    return this.parsed().map(({ resource }) => plain(resource.attributes));
  }

  spans(): CollectedSpan[] {
    return this.parsed()
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
      .map((span) => ({ ...span, attributes: plain(span.attributes) }));
  }

  private parsed() {
    return this.bodies.flatMap(
      (body) =>
        (
          JSON.parse(body) as {
            resourceSpans: {
              resource: { attributes: Sent[] };
              scopeSpans: { spans: (Omit<CollectedSpan, 'attributes'> & { attributes: Sent[] })[] }[];
            }[];
          }
        ).resourceSpans,
    );
  }
}

const plain = (attributes: Sent[]): Record<string, string | number> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue ?? Number.NaN)]),
  );
