import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../../support/processes/free-port.js';

export const FAULTS = [
  'refused',
  'slow',
  'hanging',
  'hanging once it is written to',
  'wrong bytes',
  'no JSON',
  'errors',
  'half an answer',
  'an endless answer',
  'a redirect',
] as const;
export type Fault = (typeof FAULTS)[number];

/** Milliseconds by which everything comes later. */
const SLOW = 100;
/** Milliseconds between two pieces of an answer without an end. */
const PIECE_EVERY = 5;
const PIECE = Buffer.alloc(65_536, 'x');

const HTTP: Partial<Record<Fault, string>> = {
  'wrong bytes': '\u0000\u0001\u0002 SSH-2.0 \u00ff\r\n\r\n',
  'no JSON': 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{"data":',
  errors: 'HTTP/1.1 500 No\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  'half an answer':
    'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n[{"data":',
  'an endless answer': 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[',
};

const SMTP: Partial<Record<Fault, string>> = {
  'wrong bytes': '\u0000\u0001\u0002 SSH-2.0 \u00ff\r\n\r\n',
  'no JSON': 'HTTP/1.1 400 Bad Request\r\n\r\n',
  errors: '421 Not now\r\n',
  'half an answer': '220-mail.exam',
  'an endless answer': '220-',
  'a redirect': '251 Go elsewhere\r\n',
};

/** Stands before a service that is well, and lets it look as if it were not. */
export class CrookedWay {
  /** Connections that were cut while they led somewhere. */
  cut = 0;
  private fault: Fault | null = null;
  private readonly server: Server = createServer((socket) => this.take(socket));
  private readonly through = new Set<Socket>();
  private readonly misled = new Set<Socket>();

  private constructor(
    private readonly port: number,
    private readonly target: number,
    private readonly kind: 'http' | 'smtp',
    private readonly elsewhere: string,
  ) {}

  /**
   * @param url of the service, on loopback
   * @param elsewhere where a redirect leads
   */
  static async to(url: string, elsewhere: string): Promise<CrookedWay> {
    const { port, protocol } = new URL(url);
    const way = new CrookedWay(
      await freePort(),
      Number(port),
      protocol === 'smtp:' ? 'smtp' : 'http',
      elsewhere,
    );
    await way.listen();
    return way;
  }

  /** The same address with this way's port. */
  before(url: string): string {
    return url.replace(`:${this.target}`, `:${this.port}`);
  }

  /** Connections that the fault was met on and that are still open. */
  get held(): number {
    return this.misled.size;
  }

  /** From now on, for what is open as well; null: it is well. */
  async becomes(fault: Fault | null): Promise<void> {
    this.fault = fault;
    this.cut += this.through.size;
    for (const socket of [...this.through, ...this.misled]) socket.destroy();
    if (fault === 'refused') await this.stop();
    else if (!this.server.listening) await this.listen();
  }

  async stop(): Promise<void> {
    for (const socket of [...this.through, ...this.misled]) socket.destroy();
    if (!this.server.listening) return;
    this.server.close();
    await once(this.server, 'close');
  }

  private async listen(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  private take(socket: Socket): void {
    socket.on('error', () => undefined);
    const { fault } = this;
    if (fault === null || fault === 'slow') socket.pipe(this.lead(socket, fault === 'slow' ? SLOW : 0));
    else if (fault === 'hanging once it is written to' && this.kind === 'http') this.leadUntilWritten(socket);
    else this.mislead(socket, fault);
  }

  private lead(socket: Socket, delay: number): Socket {
    const service = connect(this.target, '127.0.0.1');
    this.through.add(socket.on('close', () => this.through.delete(socket) && service.destroy()));
    service.on('error', () => undefined).on('close', () => socket.destroy());
    if (delay === 0) service.pipe(socket);
    else service.on('data', (piece) => setTimeout(() => socket.destroyed || socket.write(piece), delay));
    return service;
  }

  /** HTTP that only reads goes through. */
  private leadUntilWritten(socket: Socket): void {
    const service = this.lead(socket, 0);
    socket.on('data', (piece: Buffer) => {
      if (/^(PUT|POST|DELETE) /.test(piece.subarray(0, 7).toString('latin1')))
        this.mislead(socket, 'hanging');
      if (!this.misled.has(socket)) service.write(piece);
    });
  }

  private mislead(socket: Socket, fault: Fault): void {
    this.misled.add(socket.on('close', () => this.misled.delete(socket)));
    const speak = (): void => this.speak(socket, fault);
    if (this.kind === 'smtp') speak();
    else socket.once('data', speak);
    socket.resume();
  }

  private speak(socket: Socket, fault: Fault): void {
    if (fault.startsWith('hanging')) return;
    const redirect = `HTTP/1.1 307 Elsewhere\r\nLocation: ${this.elsewhere}\r\nContent-Length: 0\r\n\r\n`;
    socket.write((this.kind === 'smtp' ? SMTP : HTTP)[fault] ?? redirect, 'latin1');
    if (fault === 'half an answer') setTimeout(() => socket.destroy(), SLOW);
    else if (fault === 'an endless answer') this.goOn(socket);
    else socket.end();
  }

  private goOn(socket: Socket): void {
    const timer = setInterval(() => socket.write(PIECE), PIECE_EVERY);
    socket.on('close', () => clearInterval(timer));
  }
}
