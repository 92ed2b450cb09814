const UTC = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const list = (rows: string): string => `select coalesce(json_agg(one), '[]') from (${rows}) one`;

const ACCOUNT = `
  select json_build_object('id', u.id, 'email', u.email, 'email_verified_at', ${UTC('u.email_verified_at')},
    'two_step_enabled', u.two_step_enabled, 'password_set', c.password_hash is not null,
    'authenticator_set', c.totp_secret is not null,
    'recovery_codes_left', (select count(*) from recovery_codes r where r.user_id = u.id and r.used_at is null),
    'created_at', ${UTC('u.created_at')})`;

const CONTACT = `
  select json_build_object('first_name', u.first_name, 'last_name', u.last_name, 'phone', u.phone)`;

const MEMBERSHIPS = list(`
  select m.id as membership_id, m.school_id, school.name as school_name, m.role,
    case when m.deactivated_at is null then 'active' else 'deactivated' end as status,
    m.first_name, m.last_name, m.phone, m.profile_visibility,
    ${UTC('m.joined_at')} as joined_at, ${UTC('m.deactivated_at')} as deactivated_at
  from member m join schools school on school.id = m.school_id order by school.name, school.id`);

const GUARDIAN_RECORDS = list(`
  select g.id, g.school_id, g.student_id, g.first_name, g.last_name, g.email, g.phone, g.relation, g.is_primary,
    g.profile_visibility, g.source, ${UTC('g.created_at')} as created_at
  from guardian g order by g.school_id, g.student_id`);

const NOTES = list(`
  select n.school_id, n.student_id, n.body, ${UTC('n.created_at')} as created_at, ${UTC('n.updated_at')} as updated_at
  from notes n join member m on m.id = n.author_membership_id order by n.created_at, n.student_id`);

const STARS = list(`
  select s.school_id, s.student_id from stars s join member m on m.id = s.membership_id
  order by s.school_id, s.student_id`);

const LISTS = list(`
  select l.id, l.school_id, l.name, l.description,
    ${UTC('l.created_at')} as created_at, ${UTC('l.updated_at')} as updated_at,
    (${list(`select s.student_id, ${UTC('s.added_at')} as added_at from list_students s where s.list_id = l.id
      order by s.added_at, s.student_id`)}) as students,
    (${list(`select g.id, g.guardian_membership_id, g.linked_student_id, ${UTC('g.created_at')} as created_at
      from list_guardians g where g.list_id = l.id order by g.created_at, g.id`)}) as guardians
  from lists l join member m on m.id = l.owner_membership_id order by l.school_id, l.name, l.id`);

const GRANTS = `
  select 'editor' as as, g.organization_id, null as title, g.starts_at, g.expires_at, g.revoked_at
  from organization_grants g join member m on m.id = g.membership_id`;

const ORGANIZATIONS = list(`
  select o.school_id, o.id as organization_id, o.name, tie.as, tie.title, ${UTC('tie.starts_at')} as starts_at,
    ${UTC('tie.expires_at')} as expires_at, ${UTC('tie.revoked_at')} as revoked_at
  from (
    select 'parent' as as, p.organization_id, p.title, null::timestamptz as starts_at,
      null::timestamptz as expires_at, null::timestamptz as revoked_at
    from organization_parents p join member m on m.id = p.membership_id
    union all
    select 'leader', l.organization_id, l.title, null, null, null
    from organization_leaders l join member m on m.id = l.membership_id
    union all ${GRANTS}
  ) tie join organizations o on o.id = tie.organization_id order by o.name, o.id, tie.as`);

const DEPARTURES = list(`
  select d.school_id, d.student_id, d.source, d.source_id from guardian_departures d where d.user_id = u.id
  order by d.school_id, d.student_id, d.source, d.source_id`);

/* Of linked students those whom the person may still see. */
const PHOTOS = list(`
  select 'parent-photos' as folder, p.membership_id as of, p.school_id, p.content_type, p.width, p.height, p.size_bytes,
    ${UTC('p.updated_at')} as updated_at
  from parent_photos p join member m on m.id = p.membership_id
  union all
  select 'student-photos', p.student_id, p.school_id, p.content_type, p.width, p.height, p.size_bytes,
    ${UTC('p.updated_at')}
  from student_photos p join students s on s.id = p.student_id and s.archived_at is null
  where p.student_id in (select g.student_id from guardian g join member m on m.id = g.membership_id
    where m.deactivated_at is null)
  union all
  select 'organization-photos/' || p.organization_id, p.id, p.school_id, p.content_type, p.width, p.height,
    p.size_bytes, ${UTC('p.created_at')}
  from organization_photos p join member m on m.id = p.uploaded_by_membership_id
  order by 1, 2`);

const SESSIONS = list(`
  select s.id, coalesce(a.name, 'Operator') as client_name, ${UTC('s.created_at')} as created_at,
    ${UTC('s.last_used_at')} as last_used_at, ${UTC('s.expires_at')} as expires_at,
    ${UTC('s.revoked_at')} as revoked_at, ${UTC('s.two_step_at')} as two_step_at
  from user_sessions s left join applications a on a.id = s.application_id
  where s.user_id = u.id order by s.created_at, s.id`);

/* An address that is not proven to be the person's tells them nothing of who was invited. */
const INVITATIONS = list(`
  select i.id, i.school_id, i.role, ${UTC('i.created_at')} as created_at, ${UTC('i.consumed_at')} as consumed_at,
    (${list(`select s.student_id, s.relation from invitation_students s where s.invitation_id = i.id
      order by s.student_id`)}) as students
  from invitations i where i.email = u.email and u.email_verified_at is not null order by i.created_at, i.id`);

const VISIBILITY_CHANGES = list(`
  select v.school_id, case when v.guardian_id is null then 'address' else 'contact' end as subject,
    coalesce(v.guardian_id, v.student_id) as subject_id, v.visible, ${UTC('v.changed_at')} as changed_at
  from visibility_changes v
  where v.guardian_id in (select id from guardian) or v.student_id in (select student_id from guardian)
  order by v.changed_at, v.id`);

/* Without the token, which opens the feed: the person finds it in the list of their subscriptions. */
const CALENDAR_SUBSCRIPTIONS = list(`
  select s.id, s.school_id, s.name, s.organization_id, s.categories, s.tags, ${UTC('s.created_at')} as created_at
  from calendar_subscriptions s join member m on m.id = s.membership_id order by s.created_at, s.id`);

/** $1: the person. One statement, so that the parts fit each other. */
export const HELD = `
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (select g.* from guardians g join member on member.id = g.membership_id)
select (${ACCOUNT}) as account, (${CONTACT}) as contact, (${MEMBERSHIPS}) as memberships,
  (${GUARDIAN_RECORDS}) as guardian_records, (${NOTES}) as notes, (${STARS}) as stars, (${LISTS}) as lists,
  (${ORGANIZATIONS}) as organizations, (${DEPARTURES}) as departures,
  (${PHOTOS}) as photos, (${SESSIONS}) as sessions, (${INVITATIONS}) as invitations,
  (${VISIBILITY_CHANGES}) as visibility_changes, (${CALENDAR_SUBSCRIPTIONS}) as calendar_subscriptions
from users u left join user_credentials c on c.user_id = u.id
where u.id = $1`;
