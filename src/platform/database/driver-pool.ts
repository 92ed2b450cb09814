import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

interface DriverPools {
  master?: Pool;
  slaves?: Pool[];
}

/** The connections of a data source for requests, as node-postgres keeps them; none before it is initialized. */
export const poolOf = ({ driver }: DataSource): Pool | undefined => (driver as unknown as DriverPools).master;

/** The connections for jobs; undefined where they share those of the requests. */
export const jobPoolOf = ({ driver }: DataSource): Pool | undefined =>
  (driver as unknown as DriverPools).slaves?.[0];

export const poolsOf = (dataSource: DataSource): Pool[] =>
  [poolOf(dataSource), jobPoolOf(dataSource)].filter((pool) => pool !== undefined);

export interface PoolLoad {
  /** Connections that are open. */
  open: number;
  /** Open connections that are idle. */
  idle: number;
  /** Requests and jobs that wait for a connection. */
  waiting: number;
}

/** How busy the connections of this process are (node-postgres, `pg.Pool`). */
export function poolLoad(dataSource: DataSource): PoolLoad {
  const load = { open: 0, idle: 0, waiting: 0 };
  for (const { totalCount, idleCount, waitingCount } of poolsOf(dataSource)) {
    load.open += totalCount;
    load.idle += idleCount;
    load.waiting += waitingCount;
  }
  return load;
}
