import type { DataSource } from 'typeorm';
import { poolOf } from './driver-pool.js';

export interface PoolLoad {
  /** Connections that are open. */
  open: number;
  /** Of those, the ones that nobody uses. */
  idle: number;
  /** Who waits for one. */
  waiting: number;
}

/** How busy the connections of this process are (node-postgres, `pg.Pool`). */
export function poolLoad(dataSource: DataSource): PoolLoad {
  const pool = poolOf(dataSource);
  return { open: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 };
}
