import { fillSchool } from '../../support/schools/large-school.factory.js';
import { aSchool } from '../../support/school.factory.js';
import type { TestApp } from '../../support/test-app.js';

/** 200 schools of 600 students, and of a large one sent mail, polls that are over and answered slips, beside its people. */
export async function fillYears(t: TestApp): Promise<void> {
  for (const statement of [SCHOOLS, PEOPLE, MEMBERS, STUDENTS, 'analyze', GUARDIANS])
    await t.dataSource.query(statement);
  const school = await aSchool(t);
  await fillSchool(t, school);
  for (const statement of [MAIL, POLLS, SLIPS, ANSWERS]) await t.dataSource.query(statement, [school.id]);
  await t.dataSource.query('analyze');
}

const SCHOOLS = `
  insert into schools (short_name, name, time_zone, country, locale)
  select 'many-' || i, 'School ' || i, 'America/New_York', 'US', 'en-US' from generate_series(1, 200) i`;

const PEOPLE = `
  insert into users (email, email_verified_at, created_at)
  select 'many-' || i || '@example.org', now(), now() from generate_series(1, 200 * 546) i`;

const MEMBERS = `
  insert into memberships (school_id, user_id, role, joined_at)
  select s.id, u.id, 'parent', now()
  from (select id, row_number() over (order by id) as n from schools where short_name like 'many-%') s
  join (select id, row_number() over (order by id) as n from users where email like 'many-%') u
    on (u.n - 1) / 546 + 1 = s.n`;

const STUDENTS = `
  insert into students (school_id, source, source_id, first_name, last_name, graduation_year)
  select id, 'content', i::text, 'Ada', 'Park', 2030 + i % 4
  from schools, generate_series(1, 600) i where short_name like 'many-%'`;

const GUARDIANS = `
  insert into guardians (school_id, student_id, membership_id, source, source_id, first_name, last_name, relation)
  select s.school_id, s.id, m.id, 'content', s.source_id, 'Maria', 'Park', 'mother'
  from (select school_id, id, source_id, row_number() over (partition by school_id order by id) as n from students) s
  left join (select school_id, id, row_number() over (partition by school_id order by id) as n from memberships) m
    on m.school_id = s.school_id and m.n = s.n
  join schools on schools.id = s.school_id and schools.short_name like 'many-%'`;

const OVER = `now() - interval '1 year'`;

const MAIL = `with told as (
    insert into notifications (school_id, membership_id, kind, title, target_type, target_id, created_at)
    select $1::uuid, m.id, 'notice_created', 'Field day', 'notice', i::text, ${OVER}
    from (select id from memberships where school_id = $1 limit 2000) m, generate_series(1, 10) i returning id)
  insert into mails (school_id, notification_id, state, due_at, created_at, ended_at)
  select $1::uuid, id, 'sent', ${OVER}, ${OVER}, ${OVER} from told`;

const POLLS = `insert into polls (school_id, title, audience_type, opens_at, closes_at, results_visibility, alerted_at, source,
    source_id, created_at, updated_at)
  select $1::uuid, 'Poll ' || i, 'school', ${OVER}, ${OVER}, 'never', ${OVER}, 'content', i::text, ${OVER}, ${OVER}
  from generate_series(1, 3000) i`;

const SLIPS = `insert into permission_slips (school_id, title, body, statement, audience_type, opens_at, closes_at,
    visible_until, alerted_at, source, source_id, created_at, updated_at)
  select $1::uuid, 'Trip ' || i, '<p>We leave at 8:30.</p>', 'I agree.', 'school', ${OVER}, ${OVER},
    ${OVER}, ${OVER}, 'content', i::text, ${OVER}, ${OVER}
  from generate_series(1, 3000) i`;

const ANSWERS = `insert into permission_slip_responses (chain_id, revision, school_id, slip_id, state, decision, account_email,
    statement_version, statement_sha256, created_at)
  select gen_random_uuid(), 1, school_id, id, 'current', 'granted', 'somebody@example.org', 1, 'none', ${OVER}
  from permission_slips, generate_series(1, 7) where school_id = $1`;
