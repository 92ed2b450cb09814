/** The statements of the baseline: one for who asks, one that writes the answer. */

export const statement = (name, text) => ({ name, text });

const LIVE = `
  from user_sessions session join users u on u.id = session.user_id`;
const WHERE_LIVE = `
  where session.id = $1 and session.user_id = $2 and session.revoked_at is null and session.expires_at > now()`;

export const SESSION = statement('session', `select session.second_step_pending ${LIVE} ${WHERE_LIVE}`);

export const SCHOOL_ACCESS = statement(
  'school-access',
  `select session.second_step_pending, m.id as membership_id, m.role, school.features ${LIVE}
   left join memberships m on m.user_id = u.id and m.school_id = $3::uuid and m.deactivated_at is null
   left join schools school on school.id = m.school_id ${WHERE_LIVE}`,
);

export const STUDENT_ACCESS = statement(
  'student-access',
  `select session.second_step_pending, m.id as membership_id, m.role, school.features ${LIVE}
   left join students s on s.id = $3::uuid
   left join memberships m on m.user_id = u.id and m.school_id = s.school_id and m.deactivated_at is null
   left join schools school on school.id = m.school_id ${WHERE_LIVE}`,
);

export const utc = (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The caller's own students: one look for the whole statement. */
const OWN = `array(select student_id from guardians where membership_id = $2)`;
const IS_OWN = `s.id = any (${OWN})`;
const MAY_SEE_CONTACT = `($3::boolean or ${IS_OWN} or not exists (
  select from guardians hiding where hiding.student_id = s.id and hiding.profile_visibility <> 'full'))`;
const MAY_SEE_ADDRESS = `($3::boolean or s.address_visible or ${IS_OWN})`;
const mayReach = (column) =>
  `case when $3::boolean or g.profile_visibility = 'full' or g.membership_id = $2 then ${column} end`;

const STUDENT = `s.id, s.first_name, s.last_name, s.first_name || ' ' || s.last_name as name, s.graduation_year, false as has_photo`;
const IN_ORDER = 'order by s.last_name, s.first_name, s.id';
const GUARDIAN_ORDER = 'order by g.is_primary desc, g.last_name, g.first_name, g.id';
const GUARDIAN_NAME = `trim(g.first_name || ' ' || g.last_name)`;
const CONTACT = `g.id, g.membership_id, ${GUARDIAN_NAME} as name, g.relation, false as has_photo,
  ${mayReach('g.email')} as email, ${mayReach('g.phone')} as phone`;

/** Rows to objects is the cheaper way than `json_build_object`; one pass over the school's guardians. */
const families = (columns) => `
  left join (
    select g.student_id, json_agg(shown ${GUARDIAN_ORDER}) as list
    from guardians g cross join lateral (select ${columns}) shown
    where g.school_id = $1 group by g.student_id) family on family.student_id = s.id`;

export const list = (name, rows) =>
  `select '{"${name}":' || coalesce(json_agg(item), '[]')::text || '}' as text from (${rows}) item`;

export const ROSTER = statement(
  'roster',
  list(
    'students',
    `select ${STUDENT}, coalesce(family.list, '[]') as guardians
     from students s ${families(`${GUARDIAN_NAME} as name, g.relation`)}
     where s.school_id = $1 and s.archived_at is null ${IN_ORDER}`,
  ),
);

export const FULL_ROSTER = statement(
  'full-roster',
  list(
    'students',
    `select ${STUDENT}, case when ${MAY_SEE_ADDRESS} then s.latitude end as latitude,
       case when ${MAY_SEE_ADDRESS} then s.longitude end as longitude, n.body as note,
       coalesce(family.list, '[]') as guardians
     from students s ${families(CONTACT)}
     left join notes n on n.student_id = s.id and n.author_membership_id = $2
     where s.school_id = $1 and s.archived_at is null ${IN_ORDER}`,
  ),
);

export const MARKERS = statement(
  'markers',
  list(
    'markers',
    `select s.id as student_id, s.first_name, s.last_name, s.first_name || ' ' || s.last_name as name,
       s.graduation_year, s.latitude, s.longitude, ${IS_OWN} as is_own,
       star.student_id is not null as starred
     from students s left join stars star on star.student_id = s.id and star.membership_id = $2
     where s.school_id = $1 and s.archived_at is null and s.latitude is not null and s.longitude is not null
       and ${MAY_SEE_ADDRESS} ${IN_ORDER}`,
  ),
);

export const DETAIL = statement(
  'detail',
  `select row_to_json(item)::text as text from (
     select s.id, s.school_id, s.first_name, s.middle_name, s.last_name, s.preferred_name,
       s.first_name || ' ' || s.last_name as name, s.graduation_year, s.grade,
       case when ${MAY_SEE_CONTACT} then s.email end as email, case when ${MAY_SEE_CONTACT} then s.phone end as phone,
       case when ${MAY_SEE_ADDRESS} and s.address_line1 is not null and s.address_city is not null
         then json_build_object('line1', s.address_line1, 'line2', s.address_line2, 'city', s.address_city,
           'region', s.address_region, 'postal_code', s.address_postal_code,
           'country', coalesce(s.address_country, (select country from schools where id = s.school_id)))
         end as address,
       case when ${MAY_SEE_ADDRESS} then s.latitude end as latitude,
       case when ${MAY_SEE_ADDRESS} then s.longitude end as longitude,
       s.address_visible, false as has_photo,
       coalesce((
         select json_agg(shown ${GUARDIAN_ORDER})
         from guardians g cross join lateral (select ${CONTACT}) shown
         where g.student_id = s.id), '[]') as guardians,
       '[]'::json as organizations, ${IS_OWN} as is_own,
       exists (select from stars where membership_id = $2 and student_id = s.id) as starred,
       coalesce((
         select json_agg(json_build_object('student_id', n.student_id, 'body', n.body,
           'created_at', ${utc('n.created_at')}, 'updated_at', ${utc('n.updated_at')}))
         from notes n where n.student_id = s.id and n.author_membership_id = $2), '[]') as notes
     from students s where s.id = $1 and s.archived_at is null) item`,
);

export const ME = statement(
  'me',
  `with mine as (
     select school.name, json_build_object('membership_id', m.id, 'school_id', school.id,
       'school_name', school.name, 'school_short_name', school.short_name, 'time_zone', school.time_zone,
       'role', m.role, 'status', case when m.deactivated_at is null then 'active' else 'deactivated' end,
       'is_admin', m.role <> 'parent', 'profile_visibility', m.profile_visibility,
       'address_visible', own.address_visible, 'students', coalesce(own.list, '[]'),
       'editor_grants', '[]'::json, 'joined_at', ${utc('m.joined_at')}) as body,
       m.deactivated_at is not null as deactivated, school.id
     from memberships m join schools school on school.id = m.school_id
     left join lateral (
       select json_agg(json_build_object('id', s.id, 'first_name', s.first_name, 'last_name', s.last_name,
           'graduation_year', s.graduation_year) ${IN_ORDER}) as list,
         case when bool_and(s.address_visible) then true when not bool_or(s.address_visible) then false end
           as address_visible
       from guardians g join students s on s.id = g.student_id and s.archived_at is null
       where g.membership_id = m.id and m.deactivated_at is null) own on true
     where m.user_id = $1)
   select json_build_object(
     'user', json_build_object('id', u.id, 'email', u.email, 'first_name', u.first_name,
       'last_name', u.last_name, 'two_step_enabled', u.two_step_enabled),
     'memberships', (select coalesce(json_agg(body order by name, id), '[]') from mine),
     'is_fully_deactivated', (select coalesce(bool_and(deactivated), false) from mine))::text as text
   from users u where u.id = $1`,
);

/** In the account, every active membership and every guardian record linked to one. */
export const CHANGE_CONTACT = statement(
  'change-contact',
  `with account as (update users set first_name = $2, last_name = $3, phone = $4 where id = $1),
   joined as (update memberships set first_name = $2, last_name = $3, phone = $4
     where user_id = $1 and deactivated_at is null returning id)
   update guardians set first_name = $2, last_name = $3, phone = $4 from joined where membership_id = joined.id`,
);
