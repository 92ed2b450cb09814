import { addCalendar, addMenus, addStaff } from './seed-school-life.mjs';
import {
  CITIES,
  FIRST_NAMES,
  NAME_BEGINS,
  NAME_ENDS,
  pick,
  RARE_NAME,
  RELATIONS,
  STREETS,
} from './seed-names.mjs';

/**
 * Two measured schools, of 600 and of 5,000 students, among other schools of 600; the first has a calendar, staff and
 * menus, too. Everything is invented, and made by the database itself, for all schools of a size at once; apart from
 * the ids every run gets the same.
 * @param {import('pg').ClientBase} db
 * @param {{ schools: number }} options of 600 students, the measured one among them
 */
export async function seed(db, { schools }) {
  const names = ['bench-small', ...Array.from({ length: schools - 1 }, (_, i) => `filler-${i + 1}`)];
  const many = await addSchools(db, names, 600);
  const [large] = await addSchools(db, ['bench-large'], 5_000);
  const [small] = many;
  await addStaff(db, small.id);
  await addMenus(db, small.id);
  small.feedToken = await addCalendar(db, small);
  await db.query('vacuum (analyze)');
  await db.query('checkpoint');
  return { small, large, many };
}

/**
 * Schools of one size with their families, and of each a parent and an admin who will call.
 * @returns each with its `id`, `parent` and `admin` (email, membershipId), `writers` (emails of other parents) and the
 *   `studentId` of a classmate of the parent's children
 */
export async function addSchools(db, names, students) {
  const { rows } = await db.query(
    `insert into schools (short_name, name, time_zone, country, locale)
     select name, 'School ' || name, 'America/New_York', 'US', 'en-US' from unnest($1::text[]) name returning id`,
    [names],
  );
  const ids = rows.map(({ id }) => id);
  await addStudents(db, ids, students);
  await addFamilies(db, ids);
  await addCallers(db, ids, 'parent');
  await addCallers(db, ids, 'senior_admin');
  await addChildren(db, ids);
  return findSchools(db, ids);
}

/** Beside those on the roster 2 % are archived. Of all 10 % hide the address, and 5 % are on no map. */
async function addStudents(db, schoolIds, count) {
  await db.query(
    `insert into students (school_id, source, source_id, first_name, middle_name, last_name, graduation_year, grade,
       email, address_line1, address_city, address_region, address_postal_code, address_country,
       latitude, longitude, address_visible, archived_at)
     select school_id, 'bench', 'student-' || i, ${pick('$3', 'i * 7 + i / 18')}, case when i % 3 = 0 then 'J.' end,
       case when i between 401 and 403 and $2 > 1000 then $4
         else ${pick('$5', 'i * 11 + i / 15')} || ${pick('$6', 'i * 5 + i / 105')} end,
       case when i % 50 > 0 then 2027 + i % 13 end, (12 - i % 13)::text, 'student' || i || '@school.example',
       (1 + i * 13 % 180) || ' ' || ${pick('$7', 'i')}, ${pick('$8', 'i / 6')}, 'NY',
       (10000 + i % 900)::text, 'US',
       case when i % 20 > 0 then 40.5 + (i * 37 % 10000) / 9973.0 end,
       case when i % 20 > 0 then -73.9 + (i * 91 % 10000) / 9967.0 end,
       i % 10 > 0, case when i > $2 then now() end
     from unnest($1::uuid[]) school_id, generate_series(1, ($2 * 1.02)::int) i`,
    [schoolIds, count, FIRST_NAMES, RARE_NAME, NAME_BEGINS, NAME_ENDS, STREETS, CITIES],
  );
}

/**
 * Guardians, two a student: 15 % show the name only, 3 % have no email, 10 % no phone. 70 % of them have registered.
 * All of it is thought out first, with the ids: nothing has to be looked up or changed again.
 */
async function addFamilies(db, schoolIds) {
  await db.query(
    `create temporary table families as
     select school_id, id as student_id, source_id || '-' || nth as source_id, last_name, nth = 1 as is_primary,
       ${pick('$2', 'i * 3 + nth * 5')} as first_name, ${pick('$3', 'i % 4 / 3 * i + nth - 1')} as relation,
       case when i % 33 > 0 then
         source_id || '-' || nth || '-' || left(school_id::text, 13) || '@families-and-friends.example' end as email,
       case when (i + nth) % 10 > 0 then '+1 555 ' || lpad((i * 17 % 1000)::text, 3, '0') || '-' ||
         lpad((i * 73 % 10000 + nth)::text, 4, '0') end as phone,
       case when (i + nth) % 7 = 0 then 'name_only' else 'full' end as profile_visibility,
       gen_random_uuid() as user_id,
       case when i % 33 > 0 and abs(hashtext(source_id || nth)) % 100 < 72 then gen_random_uuid() end as membership_id
     from (select *, row_number() over (partition by school_id order by source_id) as i
       from students where school_id = any ($1)) s, generate_series(1, 2) nth`,
    [schoolIds, FIRST_NAMES, RELATIONS],
  );
  await db.query(
    `insert into users (id, email, email_verified_at, first_name, last_name)
     select user_id, email, now(), first_name, last_name from families where membership_id is not null`,
  );
  await db.query(
    `insert into memberships (id, school_id, user_id, role, first_name, last_name, phone, profile_visibility, joined_at)
     select membership_id, school_id, user_id, 'parent', first_name, last_name, phone, profile_visibility, now()
     from families where membership_id is not null`,
  );
  // The trigger that hides addresses joins tables of which PostgreSQL believes that they are empty: minutes for 200 schools.
  await db.query('analyze students, memberships, users');
  await db.query(
    `insert into guardians (school_id, student_id, membership_id, source, source_id, first_name, last_name, email, phone,
       relation, is_primary, profile_visibility)
     select school_id, student_id, membership_id, 'bench', source_id, first_name, last_name, email, phone, relation,
       is_primary, profile_visibility from families`,
  );
  await db.query('drop table families');
}

/** With notes on 5 % and stars on 3 % of the students. */
async function addCallers(db, schoolIds, role) {
  await db.query(
    `with account as (
       insert into users (email, email_verified_at, first_name, last_name)
       select $2::text || '-' || school_id || '@caller.example', now(), 'Pat', 'Caller'
       from unnest($1::uuid[]) school_id returning id, email),
     member as (
       insert into memberships (school_id, user_id, role, first_name, last_name, joined_at)
       select school_id, account.id, $2, 'Pat', 'Caller', now() from unnest($1::uuid[]) school_id
       join account on account.email = $2::text || '-' || school_id || '@caller.example' returning id, school_id),
     noted as (
       insert into notes (author_membership_id, student_id, school_id, body, created_at, updated_at)
       select member.id, s.id, school_id, 'Carpool on ' || source_id, now(), now()
       from member join students s using (school_id) where substr(source_id, 9)::int % 20 = 1)
     insert into stars (membership_id, student_id, school_id)
     select member.id, s.id, school_id from member join students s using (school_id)
     where substr(source_id, 9)::int % 33 = 21`,
    [schoolIds, role],
  );
}

/**
 * Members without a family, who call as well.
 * @returns their emails, school by school
 */
export async function addMembers(db, schoolIds, each) {
  const { rows } = await db.query(
    `with account as (
       insert into users (email, email_verified_at, first_name, last_name)
       select 'member-' || i || '-' || school_id || '@caller.example', now(), 'Sam', 'Caller'
       from unnest($1::uuid[]) school_id, generate_series(1, $2::int) i returning id, email),
     member as (
       insert into memberships (school_id, user_id, role, first_name, last_name, joined_at)
       select right(split_part(email, '@', 1), 36)::uuid, id, 'parent', 'Sam', 'Caller', now() from account
       returning school_id, user_id)
     select school_id as id, array_agg(account.email) as emails
     from member join account on account.id = member.user_id group by school_id`,
    [schoolIds, each],
  );
  const byId = new Map(rows.map(({ id, emails }) => [id, emails]));
  return schoolIds.map((id) => byId.get(id));
}

/** Two of the calling parent. */
async function addChildren(db, schoolIds) {
  await db.query(
    `insert into guardians (school_id, student_id, membership_id, source, source_id, first_name, last_name, email,
       phone, relation)
     select school_id, s.id, m.id, 'bench', 'caller', 'Pat', 'Caller', u.email, '+1 555 010-0199', 'parent'
     from students s join memberships m using (school_id) join users u on u.id = m.user_id
     where school_id = any ($1) and s.source_id in ('student-10', 'student-11')
       and u.email = 'parent-' || school_id || '@caller.example'`,
    [schoolIds],
  );
}

/** In the order of the ids. The classmate has a note and a star of each caller and an address on the map. */
async function findSchools(db, schoolIds) {
  const { rows } = await db.query(
    `select school_id as id, classmate.id as "studentId", writers.emails as writers,
       json_build_object('email', 'parent-' || school_id || '@caller.example') as parent,
       json_build_object('email', 'senior_admin-' || school_id || '@caller.example') as admin
     from unnest($1::uuid[]) with ordinality asked(school_id, place)
     join students classmate using (school_id)
     cross join lateral (select array_agg(email) as emails from (
       select u.email from guardians g join memberships m on m.id = g.membership_id join users u on u.id = m.user_id
       where g.school_id = asked.school_id and g.source_id like '%-1' order by g.source_id limit 16) writer) writers
     where classmate.source_id = 'student-21' order by place`,
    [schoolIds],
  );
  return rows;
}
