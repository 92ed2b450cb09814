import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port of 127.0.0.1 that nobody listens on, for what is told its port. It lies below the range that systems give to
 * outgoing connections, and to whoever listens on port 0: of those, another test may be given it in between.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 20_000);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen({ port, host: '0.0.0.0', exclusive: true });
  const free = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (free) await once(server.close(), 'close');
  return free;
}
