import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { DataSource } from 'typeorm';
import { poolOf } from './driver-pool.js';

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
 * system notices after a quarter of an hour, and until then whoever is given the connection waits. Those that nobody uses
 * at that moment may have gone the same way, and are given up with it: each of them would else cost somebody as long.
 */
export function giveUpSilentConnections(dataSource: DataSource, silenceMs: number): void {
  const pool: EventEmitter | undefined = poolOf(dataSource);
  const watched = new WeakSet<Connection>();
  const idle = new Set<Connection>();
  const giveUp = ({ connection }: Connection): void => {
    connection.stream.destroy(new SilentDatabaseError('The database says nothing'));
  };
  pool?.on('release', (_error: unknown, client: Connection) => idle.add(client));
  pool?.on('remove', (client: Connection) => idle.delete(client));
  pool?.on('acquire', (client: Connection) => {
    idle.delete(client);
    if (watched.has(client)) return;
    watched.add(client);
    client.connection.stream.setTimeout(silenceMs).on('timeout', () => {
      if (client.readyForQuery) return;
      giveUp(client);
      idle.forEach(giveUp);
    });
  });
}
