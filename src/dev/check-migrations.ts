import { createDataSource } from '../platform/database/data-source.js';
import { startThrowawayPostgres } from './embedded/embedded-postgres.js';
import { schemaDrift } from '../platform/database/migrations.js';

// `npm run check`: a change of an entity without its migration, or the other way round, fails here.
const postgres = await startThrowawayPostgres();
try {
  const dataSource = await createDataSource({ url: postgres.url, poolSize: 2 }).initialize();
  await dataSource.runMigrations();
  const { up } = await schemaDrift(dataSource);
  for (let left = dataSource.migrations.length; left > 0; left -= 1) await dataSource.undoLastMigration();
  const tables = await remainingTables(dataSource);
  await dataSource.destroy();
  if (up.length > 0) fail(`The migrations and the entities differ; missing:\n${up.join('\n')}`);
  if (tables > 0) fail(`${tables} tables are left after every migration was reverted.`);
} finally {
  await postgres.stop();
}

async function remainingTables(dataSource: Awaited<ReturnType<typeof createDataSource>>): Promise<number> {
  const [row] = await dataSource.query<{ n: number }[]>(
    `select count(*)::int as n from pg_tables where schemaname = 'public' and tablename <> 'migrations'`,
  );
  return row?.n ?? 0;
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
