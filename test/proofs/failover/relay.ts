import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../../support/processes/free-port.js';

/** The network before one port: cut, it takes in whoever comes and carries nothing, in neither direction. */
export class Relay {
  private isCut = false;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer((socket) => this.carry(socket));

  private constructor(
    readonly port: number,
    private readonly target: number,
  ) {}

  static async to(target: number): Promise<Relay> {
    const relay = new Relay(await freePort(), target);
    await once(relay.server.listen(relay.port, '127.0.0.1'), 'listening');
    return relay;
  }

  /** Nobody is told. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.unpipe().removeAllListeners('data').resume();
  }

  /** What was cut stays so, as connections do that a firewall has forgotten; it ends when one of both says something. */
  restore(): void {
    this.isCut = false;
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.restore();
    await once(this.server.close(), 'close');
  }

  private carry(socket: Socket): void {
    this.add(socket);
    if (this.isCut) return void socket.resume();
    const other = connect(this.target, '127.0.0.1');
    this.add(other);
    socket.pipe(other).pipe(socket);
    socket.on('close', () => other.destroy());
    other.on('close', () => socket.destroy());
  }

  private add(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
  }
}
