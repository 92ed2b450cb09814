import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** The connections of a data source, as node-postgres keeps them; none before it is initialized. */
export const poolOf = ({ driver }: DataSource): Pool | undefined =>
  (driver as unknown as { master?: Pool }).master;

export interface PoolLoad {
  /** Connections that are open. */
  open: number;
  /** Open connections that are idle. */
  idle: number;
  /** Requests that wait for a connection. */
  waiting: number;
}

/** How busy the connections of this process are (node-postgres, `pg.Pool`). */
export function poolLoad(dataSource: DataSource): PoolLoad {
  const pool = poolOf(dataSource);
  return { open: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 };
}
