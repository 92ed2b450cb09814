import { writeFile } from 'node:fs/promises';
import { fromProjectRoot } from '../platform/config/project-root.js';
import { createDataSource } from '../platform/database/data-source.js';
import { startThrowawayPostgres } from './embedded/embedded-postgres.js';
import { MIGRATIONS, schemaDrift } from '../platform/database/migrations.js';

const name = process.argv[2];
if (!name || !/^[A-Z][A-Za-z0-9]+$/.test(name)) {
  process.stderr.write('Usage: npm run migration:generate -- NameInPascalCase\n');
  process.exit(2);
}

const postgres = await startThrowawayPostgres();
try {
  const dataSource = await createDataSource({ url: postgres.url, poolSize: 2 }).initialize();
  await dataSource.runMigrations();
  const { up, down } = await schemaDrift(dataSource);
  await dataSource.destroy();
  if (up.length === 0) process.stdout.write('The entities and the migrations agree: nothing to write.\n');
  else await write(name, up, down);
} finally {
  await postgres.stop();
}

async function write(className: string, up: string[], down: string[]): Promise<void> {
  const stamp = String(Math.max(Math.trunc(performance.timeOrigin), newestStamp() + 1));
  const kebab = className.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  const file = fromProjectRoot(`migrations/${stamp}-${kebab}.ts`);
  await writeFile(file, source(`${className}${stamp}`, up, down));
  process.stdout.write(`${file}\nNow name it in src/platform/database/migrations.ts.\n`);
}

/** Milliseconds since 1970, as the names of migrations end: they run in this order. */
function newestStamp(): number {
  // Bounded: 100 characters, a name of our own.
  return Math.max(...MIGRATIONS.map(({ name }) => Number(/\d+$/.exec(name)?.[0] ?? 0)));
}

function source(className: string, up: string[], down: string[]): string {
  const run = (queries: string[]): string =>
    queries.map((query) => `    await queryRunner.query(\`${query.replaceAll('`', '\\`')}\`);`).join('\n');
  return `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${className} implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
${run(up)}
  }

  async down(queryRunner: QueryRunner): Promise<void> {
${run(down)}
  }
}
`;
}
