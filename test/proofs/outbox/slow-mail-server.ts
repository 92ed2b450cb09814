import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

const HEAD = 'Message-ID: <';

/**
 * A real SMTP server on loopback that takes its time over each mail. It counts and stores no text: a proof sends tens of
 * thousands.
 */
export class SlowMailServer {
  /** Message-IDs in the order of acceptance, also where the client has died before it heard of it. */
  readonly accepted: string[] = [];
  mostConnections = 0;
  /** The most mails that were being sent at the same time. */
  mostAtOnce = 0;
  private readonly sockets = new Set<Socket>();
  /** Sessions that have begun a mail and heard nothing of its end. */
  private readonly sending = new Set<string>();
  /** Mails that have come in whole and are not accepted yet. */
  private processed = 0;
  private readonly server: SMTPServer;

  /** @param mailMs milliseconds that a mail takes on average */
  constructor(private readonly mailMs: number) {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onMailFrom: (_address, { id }, callback) => {
        this.sending.add(id);
        this.mostAtOnce = Math.max(this.mostAtOnce, this.sending.size);
        callback();
      },
      onData: (stream, { id }, callback) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        // The client has died within its mail.
        stream.on('error', () => undefined);
        stream.on('end', () => void this.accept(id, chunks).then(() => callback()));
      },
      onClose: ({ id }) => void this.sending.delete(id),
    });
    this.server.on('error', () => undefined);
    this.server.server.on('connection', (socket: Socket) => this.watch(socket));
  }

  /** @returns its address */
  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server.server, 'listening');
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Waits until no client is there and every mail that came in whole is accepted. */
  async untilLeft(): Promise<void> {
    do await delay(20);
    while (this.sockets.size > 0 || this.processed > 0);
  }

  private watch(socket: Socket): void {
    this.sockets.add(socket.on('close', () => this.sockets.delete(socket)));
    this.mostConnections = Math.max(this.mostConnections, this.sockets.size);
  }

  private async accept(session: string, chunks: Buffer[]): Promise<void> {
    this.processed += 1;
    await delay(2 * Math.random() * this.mailMs);
    this.accepted.push(messageIdOf(Buffer.concat(chunks)));
    this.sending.delete(session);
    this.processed -= 1;
  }
}

/** A text of its own: a part of the mail's text would hold all of that in memory. */
function messageIdOf(mail: Buffer): string {
  const from = mail.indexOf(HEAD) + HEAD.length;
  return mail.toString('latin1', from, mail.indexOf('>', from));
}
