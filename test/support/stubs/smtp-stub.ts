import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

export interface StubMail {
  to: string[];
  text: string;
  /** Without its brackets. */
  messageId: string;
  /** Whether the server said so; otherwise it dropped the connection instead. */
  acknowledged: boolean;
}

/** Where a server may let a client down. */
export type Stage = 'connection' | 'login' | 'sender' | 'recipient' | 'message' | 'acknowledgement';

/** What becomes of a client at a stage: the connection goes, the code is answered, or nothing. */
export type Trouble = { drop: true } | { code: number; text?: string } | 'silence' | null;

/** A real SMTP server on loopback that keeps what it is sent. */
export class SmtpStub {
  readonly mails: StubMail[] = [];
  /** The most connections that were open at the same time. */
  mostConnections = 0;
  /** By the client's port. */
  private readonly sockets = new Map<number, Socket>();
  private readonly server: SMTPServer;

  /** @param troubleAt asked at every stage of every mail, with the recipient where there is one */
  constructor(private readonly troubleAt: (stage: Stage, recipient?: string) => Trouble = () => null) {
    this.server = new SMTPServer({
      ...this.handlers(),
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
    });
    this.server.on('error', () => undefined);
    this.server.server.on('connection', (socket: Socket) => this.watch(socket));
  }

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server.server, 'listening');
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    await this.disconnect();
    await closed;
  }

  /** Ends every connection, as servers do with idle ones. */
  async disconnect(): Promise<void> {
    const sockets = [...this.sockets.values()];
    for (const socket of sockets) socket.destroy();
    await Promise.all(sockets.filter(({ closed }) => !closed).map((socket) => once(socket, 'close')));
  }

  private handlers(): SMTPServerOptions {
    return {
      onConnect: (session, callback) => this.pass('connection', session, callback),
      onAuth: ({ username }, session, callback) =>
        this.pass('login', session, (error = refusal({ code: 535 })) => callback(error, { user: username })),
      onMailFrom: (_address, session, callback) => this.pass('sender', session, callback),
      onRcptTo: ({ address }, session, callback) => this.pass('recipient', session, callback, address),
      onData: (stream, session, callback) => {
        const trouble = this.troubleAt('message', recipientOf(session));
        if (trouble === 'silence') return;
        if (trouble && 'drop' in trouble) return this.drop(session);
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (trouble) return callback(refusal(trouble));
          this.accept(session, Buffer.concat(chunks).toString('utf8'), callback);
        });
      },
    };
  }

  private watch(socket: Socket): void {
    const port = socket.remotePort!;
    this.sockets.set(
      port,
      socket.on('close', () => this.sockets.delete(port)),
    );
    this.mostConnections = Math.max(this.mostConnections, this.sockets.size);
  }

  private accept(session: SMTPServerSession, text: string, callback: () => void): void {
    const acknowledged = this.troubleAt('acknowledgement', recipientOf(session)) === null;
    const messageId = /^Message-ID: <(.*)>\r?$/im.exec(text)?.[1] ?? '';
    const to = session.envelope.rcptTo.map((recipient) => recipient.address);
    this.mails.push({ to, text, messageId, acknowledged });
    if (acknowledged) callback();
    else this.drop(session);
  }

  private pass(
    stage: Stage,
    session: SMTPServerSession,
    callback: (error?: Error) => void,
    recipient?: string,
  ): void {
    const trouble = this.troubleAt(stage, recipient);
    if (trouble === null) return callback();
    if (trouble === 'silence') return;
    if ('drop' in trouble) return this.drop(session);
    callback(refusal(trouble));
  }

  private drop(session: SMTPServerSession): void {
    this.sockets.get(session.remotePort)?.resetAndDestroy();
  }
}

const recipientOf = ({ envelope }: SMTPServerSession): string | undefined => envelope.rcptTo[0]?.address;

const refusal = ({ code, text = 'No.' }: { code: number; text?: string }): Error =>
  Object.assign(new Error(text), { responseCode: code });
