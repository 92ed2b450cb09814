import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** The connections of a data source, as node-postgres keeps them; none before it is initialized. */
export const poolOf = ({ driver }: DataSource): Pool | undefined =>
  (driver as unknown as { master?: Pool }).master;
