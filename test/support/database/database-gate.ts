import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../processes/free-port.js';

/**
 * A way to the database that can be shut and opened again: shut, it breaks what is open and refuses what comes,
 * as a database that has gone away does. It counts the statements that pass.
 */
export class DatabaseGate {
  statements = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly target: URL,
    private readonly server: Server,
    private readonly port: number,
  ) {}

  static async before(databaseUrl: string): Promise<DatabaseGate> {
    const server = createServer();
    const gate = new DatabaseGate(new URL(databaseUrl), server, await freePort());
    server.on('connection', (socket) => gate.passThrough(socket));
    await gate.open();
    return gate;
  }

  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.toString();
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
  }

  async shut(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.resetAndDestroy();
    await closed;
  }

  /** Nothing comes through on what is open now, in neither direction, and nobody is told; what comes anew does. */
  forget(): void {
    for (const socket of this.sockets) socket.unpipe().removeAllListeners('data').resume();
  }

  /** From now on who comes is let in, and hears nothing. */
  swallow(): void {
    this.server.removeAllListeners('connection').on('connection', (socket) => {
      this.sockets.add(socket.on('error', () => undefined).resume());
    });
  }

  private passThrough(client: Socket): void {
    const database = connect(Number(this.target.port), this.target.hostname);
    client.on(
      'data',
      statementCounter(() => (this.statements += 1)),
    );
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      this.sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
  }
}

/** Q: simple query; B: bind, one an execution of a statement with parameters. */
const STATEMENTS = ['Q', 'B'];

/** PostgreSQL, "Message Formats": type, Int32 length, content; the first message has no type. */
function statementCounter(counted: () => void): (chunk: Buffer) => void {
  let pending = Buffer.alloc(0);
  let typed = false;
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const head = typed ? 1 : 0;
      if (pending.length < head + 4) return;
      const size = head + pending.readInt32BE(head);
      if (pending.length < size) return;
      if (typed && STATEMENTS.includes(String.fromCharCode(pending[0] ?? 0))) counted();
      typed = true;
      pending = pending.subarray(size);
    }
  };
}
