const FIRST_NAMES =
  'Ada Bo Cléo Dario Łucja Fenn Gio Hattie Ines Jory Kaya Lior Milo Nell Otis Pia Quin Rhea'.split(' ');
const NAME_BEGINS = 'Ash Birch Cedar Dell Elder Fern Glen Hazel Ivy Juniper Linden Moss North Oak Reed'.split(
  ' ',
);
const NAME_ENDS = 'land man stan brand hand ran'.split(' ');
const STREETS = ['Mill Lane', 'Harbor Street', 'Orchard Road', 'Chapel Hill', 'Station Avenue', 'Meadow Way'];
const CITIES = ['Eastwater', 'Northfield', 'Lower Ferry'];
const RELATIONS = ['mother', 'father', 'guardian', 'stepparent', 'grandparent'];

/** A plain name that finds three students of the large school, and a plain piece of a name that finds most. */
export const RARE_NAME = 'Quillfeather';
export const COMMON_PIECE = 'an';

/**
 * Two measured schools, of 600 and of 5,000 students, among filler schools of 600. Everything is invented, and made
 * by the database itself; apart from the ids every run gets the same.
 * @param {import('pg').ClientBase} db
 * @param {{ fillerSchools: number }} options
 */
export async function seed(db, { fillerSchools }) {
  const small = await addSchool(db, 'bench-small', 600);
  for (let i = 1; i <= fillerSchools; i += 1) await addSchool(db, `filler-${i}`, 600);
  const large = await addSchool(db, 'bench-large', 5_000);
  const schools = { small: await withCallers(db, small), large: await withCallers(db, large) };
  await db.query('vacuum (analyze)');
  return schools;
}

async function addSchool(db, shortName, students) {
  const { rows } = await db.query(
    `insert into schools (short_name, name, time_zone, country, locale)
     values ($1, 'School ' || $1, 'America/New_York', 'US', 'en-US') returning id`,
    [shortName],
  );
  const [{ id }] = rows;
  await addStudents(db, id, students);
  await addGuardians(db, id);
  await addMemberships(db, id);
  return id;
}

/** Beside those on the roster 2 % are archived. Of all 10 % hide the address, and 5 % are on no map. */
async function addStudents(db, schoolId, count) {
  await db.query(
    `insert into students (school_id, source, source_id, first_name, middle_name, last_name, graduation_year, grade,
       email, address_line1, address_city, address_region, address_postal_code, address_country,
       latitude, longitude, address_visible, archived_at)
     select $1, 'bench', 'student-' || i, ${pick('$3', 'i * 7 + i / 18')}, case when i % 3 = 0 then 'J.' end,
       case when i between 401 and 403 and $2 > 1000 then $4
         else ${pick('$5', 'i * 11 + i / 15')} || ${pick('$6', 'i * 5 + i / 105')} end,
       case when i % 50 > 0 then 2027 + i % 13 end, (12 - i % 13)::text, 'student' || i || '@school.example',
       (1 + i * 13 % 180) || ' ' || ${pick('$7', 'i')}, ${pick('$8', 'i / 6')}, 'NY',
       (10000 + i % 900)::text, 'US',
       case when i % 20 > 0 then 40.5 + (i * 37 % 10000) / 9973.0 end,
       case when i % 20 > 0 then -73.9 + (i * 91 % 10000) / 9967.0 end,
       i % 10 > 0, case when i > $2 then now() end
     from generate_series(1, ($2 * 1.02)::int) i`,
    [schoolId, count, FIRST_NAMES, RARE_NAME, NAME_BEGINS, NAME_ENDS, STREETS, CITIES],
  );
}

/** Two a student; 15 % show the name only, 3 % have no email, 10 % no phone. */
async function addGuardians(db, schoolId) {
  await db.query(
    `insert into guardians (school_id, student_id, source, source_id, first_name, last_name, email, phone, relation,
       is_primary, profile_visibility)
     select $1, s.id, 'bench', s.source_id || '-' || nth, ${pick('$2', 'i * 3 + nth * 5')}, s.last_name,
       case when i % 33 > 0 then s.source_id || '-' || nth || '-' || left($1::uuid::text, 8) || '@families-and-friends.example' end,
       case when (i + nth) % 10 > 0 then '+1 555 ' || lpad((i * 17 % 1000)::text, 3, '0') || '-' ||
         lpad((i * 73 % 10000 + nth)::text, 4, '0') end,
       ${pick('$3', 'i % 4 / 3 * i + nth - 1')}, nth = 1, case when (i + nth) % 7 = 0 then 'name_only' else 'full' end
     from (select *, row_number() over (order by source_id) as i from students where school_id = $1) s,
       generate_series(1, 2) nth`,
    [schoolId, FIRST_NAMES, RELATIONS],
  );
}

/** 70 % of the guardians have registered. */
async function addMemberships(db, schoolId) {
  await db.query(
    `with families as (
       select id, first_name, last_name, email, phone, profile_visibility from guardians
       where school_id = $1 and email is not null and abs(hashtext(source_id)) % 100 < 72),
     accounts as (
       insert into users (email, email_verified_at, first_name, last_name)
       select email, now(), first_name, last_name from families returning id, email),
     members as (
       insert into memberships (school_id, user_id, role, first_name, last_name, phone, profile_visibility, joined_at)
       select $1, a.id, 'parent', f.first_name, f.last_name, f.phone, f.profile_visibility, now()
       from accounts a join families f using (email) returning id, user_id)
     update guardians g set membership_id = m.id
     from members m join accounts a on a.id = m.user_id where g.school_id = $1 and g.email = a.email`,
    [schoolId],
  );
}

/** An admin and a parent of two, each with notes on 5 % and stars on 3 % of the students. */
async function withCallers(db, schoolId) {
  const parent = await addCaller(db, schoolId, 'parent');
  const admin = await addCaller(db, schoolId, 'senior_admin');
  await db.query(
    `insert into guardians (school_id, student_id, membership_id, source, source_id, first_name, last_name, email,
       phone, relation)
     select $1, id, $2, 'bench', 'caller', 'Pat', 'Caller', 'parent@caller.example', '+1 555 010-0199', 'parent'
     from students where school_id = $1 and source_id in ('student-10', 'student-11')`,
    [schoolId, parent.membershipId],
  );
  // A classmate of theirs, with a note and a star of each and an address on the map.
  const { rows } = await db.query(
    `select id from students where school_id = $1 and source_id = 'student-21'`,
    [schoolId],
  );
  return { id: schoolId, parent, admin, studentId: rows[0].id };
}

async function addCaller(db, schoolId, role) {
  const { rows } = await db.query(
    `with account as (
       insert into users (email, email_verified_at, first_name, last_name)
       values ($2::text || '-' || left($1::uuid::text, 8) || '@caller.example', now(), 'Pat', 'Caller') returning id, email),
     member as (
       insert into memberships (school_id, user_id, role, first_name, last_name, joined_at)
       select $1::uuid, id, $2, 'Pat', 'Caller', now() from account returning id)
     select account.email, member.id as "membershipId" from account, member`,
    [schoolId, role],
  );
  const [caller] = rows;
  await db.query(
    `with noted as (
       insert into notes (author_membership_id, student_id, school_id, body, created_at, updated_at)
       select $2, id, $1, 'Carpool on ' || source_id, now(), now() from students
       where school_id = $1 and (substr(source_id, 9)::int % 20 = 1))
     insert into stars (membership_id, student_id, school_id)
     select $2, id, $1 from students where school_id = $1 and substr(source_id, 9)::int % 33 = 21`,
    [schoolId, caller.membershipId],
  );
  return caller;
}

/** One of a list of texts in a parameter, by a number that counts up. */
const pick = (list, number) => `(${list}::text[])[1 + (${number})::bigint % cardinality(${list}::text[])]`;
