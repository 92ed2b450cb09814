import type { DataSource } from 'typeorm';

export interface SchemaDrift {
  up: string[];
  down: string[];
}

/** The statements that would bring the migrated database to what the entities say; none when they agree. */
export async function schemaDrift(dataSource: DataSource): Promise<SchemaDrift> {
  const sql = await dataSource.driver.createSchemaBuilder().log();
  return {
    up: sql.upQueries.map((statement) => statement.query),
    down: sql.downQueries.map((statement) => statement.query).reverse(),
  };
}
