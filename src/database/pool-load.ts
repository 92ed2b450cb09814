import type { DataSource } from 'typeorm';

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
  const { master } = dataSource.driver as unknown as {
    master?: { totalCount: number; idleCount: number; waitingCount: number };
  };
  return { open: master?.totalCount ?? 0, idle: master?.idleCount ?? 0, waiting: master?.waitingCount ?? 0 };
}
