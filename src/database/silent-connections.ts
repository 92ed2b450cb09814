import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { DataSource } from 'typeorm';

/** As node-postgres has it. */
interface Connection {
  connection: { stream: Socket };
  /** Nothing is asked that is not answered yet. */
  readyForQuery: boolean;
}

/** The way to the database may be gone without a word: a failover, a firewall that forgot. */
class SilentDatabaseError extends Error {
  readonly code = 'ETIMEDOUT';
}

/**
 * Gives a connection up on which the database owes an answer and has said nothing for so long: left to itself, the
 * system notices after a quarter of an hour, and until then whoever is given the connection waits.
 */
export function giveUpSilentConnections({ driver }: DataSource, silenceMs: number): void {
  const { master: pool } = driver as unknown as { master: EventEmitter };
  const watched = new WeakSet<Connection>();
  pool.on('acquire', (client: Connection) => {
    if (watched.has(client)) return;
    watched.add(client);
    const { stream } = client.connection;
    stream.setTimeout(silenceMs).on('timeout', () => {
      if (!client.readyForQuery) stream.destroy(new SilentDatabaseError('The database says nothing'));
    });
  });
}
