import type { TestSchool } from '../../support/school.factory.js';
import type { TestApp } from '../../support/test-app.js';

/** For large answers. */
export async function manyStudents(
  { dataSource }: TestApp,
  { id }: TestSchool,
  count: number,
): Promise<void> {
  await dataSource.query(
    `insert into students (school_id, source, source_id, first_name, last_name, graduation_year)
     select $1, 'content', 'many' || i, 'Ada', repeat('x', 100), 2030 from generate_series(1, $2) i`,
    [id, count],
  );
}
