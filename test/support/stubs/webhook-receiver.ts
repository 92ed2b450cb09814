import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook as Verifier } from 'standardwebhooks';

/** How a receiver lets a delivery down. */
export type Fault =
  | 'none'
  | 'status 500'
  | 'status 404'
  | 'redirect'
  | 'silence'
  | 'reset'
  | 'reset after the head'
  | 'slow body'
  | 'huge body'
  | 'endless body'
  | 'not HTTP';

export interface ReceivedMessage {
  headers: IncomingHttpHeaders;
  body: string;
  /** What became of it. */
  fault: Fault;
}

/** A receiver of webhooks on loopback. */
export class WebhookReceiver {
  readonly messages: ReceivedMessage[] = [];
  /** Asked for each message. */
  fault: (message: Omit<ReceivedMessage, 'fault'>) => Fault = () => 'none';
  /** Messages that are being answered, and the most that were. */
  atOnce = 0;
  mostAtOnce = 0;
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      this.atOnce += 1;
      this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
      response.on('close', () => (this.atOnce -= 1));
      void text(request).then(
        (body) => {
          const message = { headers: request.headers, body };
          const fault = this.fault(message);
          this.messages.push({ ...message, fault });
          answer(response, fault);
        },
        () => undefined,
      );
    });
  }

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await once(this.server.close(), 'close');
  }
}

/** The message as the library of the specification takes it. @throws Error the signature is not that of the secret */
export const verified = (secret: string, { headers, body }: Pick<ReceivedMessage, 'headers' | 'body'>) =>
  new Verifier(secret).verify(body, headers as Record<string, string>) as {
    type: string;
    timestamp: string;
    data: Record<string, unknown>;
  };

const MEGABYTE = Buffer.alloc(1_000_000, 'x');

function answer(response: ServerResponse, fault: Fault): void {
  const { socket } = response;
  if (fault === 'none') response.writeHead(204).end();
  if (fault === 'status 500') response.writeHead(500).end('no');
  if (fault === 'status 404') response.writeHead(404).end();
  if (fault === 'redirect') response.writeHead(302, { location: '/elsewhere' }).end();
  if (fault === 'reset') socket?.resetAndDestroy();
  if (fault === 'reset after the head')
    response.writeHead(200, { 'content-length': '10' }).write('12345', () => socket?.resetAndDestroy());
  if (fault === 'slow body') response.writeHead(200).write('a little');
  if (fault === 'huge body') response.writeHead(200).end(MEGABYTE);
  if (fault === 'endless body') goOn(response.writeHead(200));
  if (fault === 'not HTTP') socket?.end('220 mail.example.org ESMTP\r\n');
}

function goOn(response: ServerResponse): void {
  response.write(MEGABYTE, (error) => {
    if (!error) goOn(response);
  });
}
