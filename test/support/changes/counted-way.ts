import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A way to the service on loopback that counts every byte, of heads and bodies. */
export class CountedWay {
  sent = 0;
  received = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async to(url: string): Promise<CountedWay> {
    const server = createServer();
    const way = new CountedWay(server);
    server.on('connection', (client) => way.pass(client, Number(new URL(url).port)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return way;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  forget(): void {
    this.sent = 0;
    this.received = 0;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private pass(client: Socket, port: number): void {
    const service = connect(port, '127.0.0.1');
    client.on('data', (bytes) => (this.sent += bytes.length)).pipe(service);
    service.on('data', (bytes) => (this.received += bytes.length)).pipe(client);
    for (const socket of [client, service]) {
      this.sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
  }
}
