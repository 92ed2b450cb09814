import type { TestSchool } from '../school.factory.js';
import type { TestApp } from '../test-app.js';

/**
 * 3,000 students in 150 teams, and their parents.
 * @param parents how many; 5,000 unless given
 */
export async function fillSchool(
  { dataSource }: TestApp,
  { id }: TestSchool,
  parents = 5_000,
): Promise<void> {
  await dataSource.query(
    `with people as (insert into users (email, email_verified_at, created_at)
          select 'many-' || $1::uuid::text || '-' || i || '@example.org', now(), now() from generate_series(1, $2::int) i returning id),
        members as (insert into memberships (school_id, user_id, role, joined_at)
          select $1::uuid, id, 'parent', now() from people returning id),
        pupils as (insert into students (school_id, source, source_id, first_name, last_name, graduation_year)
          select $1::uuid, 'content', 'many' || i, 'Ada', 'Park', 2030 + i % 4 from generate_series(1, 3000) i returning id),
        teams as (insert into organizations (school_id, kind, name, short_name, source, source_id, created_at, updated_at)
          select $1::uuid, 'team', 'Team ' || i, 'team-' || i, 'content', 'team' || i, now(), now()
          from generate_series(1, 150) i returning id, substr(source_id, 5)::int as i),
        family as (insert into guardians (school_id, student_id, membership_id, source, source_id, first_name, last_name, relation)
          select $1::uuid, p.id, m.id, 'content', 'g' || m.n, 'Maria', 'Park', 'mother'
          from (select id, row_number() over () as n from members) m
          join (select id, row_number() over () as n from pupils) p on p.n = m.n % 3000 + 1)
      insert into organization_students (school_id, organization_id, student_id, added_at)
      select $1::uuid, t.id, p.id, now() from (select id, row_number() over () as n from pupils) p join teams t on t.i = p.n % 150 + 1`,
    [id, parents],
  );
  await dataSource.query('analyze');
}
