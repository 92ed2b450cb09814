/* PersonExportRepository */

-- getStoredOnce
select (select row_to_json(one) from (
select u.id, u.email, to_char(u.email_verified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as email_verified_at, u.two_step_enabled,
  c.password_hash is not null as password_set, coalesce(c.totp_secret, c.totp_sealed) is not null as authenticator_set,
  (select count(*) from recovery_codes r where r.user_id = u.id and r.used_at is null) as recovery_codes_left,
  (select coalesce(json_agg(one), '[]') from (select held.email, to_char(held.verified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as verified_at from user_addresses held
    where held.user_id = u.id order by held.email <> u.email, held.email) one) as addresses,
  (select coalesce(json_agg(one), '[]') from (select p.name, to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(p.last_used_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_used_at
    from passkeys p where p.user_id = u.id order by p.created_at, p.id) one) as passkeys,
  to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
from users u left join user_credentials c on c.user_id = u.id where u.id = $1) one) as account, (select row_to_json(one) from (
select u.first_name, u.last_name, u.phone, u.profile_visibility, not u.hides_address as address_visible,
  u.visibility_chosen, u.address_chosen
from users u where u.id = $1) one) as contact;

-- hasAccount
select exists (select from users where id = $1);

-- recordsOf
declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select 'document' as type, r.document_id as id, r.school_id, to_char(r.opened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as read_at
  from document_openings r join member m on m.school_id = r.school_id and m.id = r.membership_id
  union all
  select 'notice', r.notice_id, r.school_id, to_char(r.read_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  from notice_readings r join member m on m.school_id = r.school_id and m.id = r.membership_id
  order by 4, 2) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select 'parent-photos' as folder, p.membership_id as of, p.school_id, p.content_type, p.width, p.height, p.size_bytes,
    null as caption, to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
  from parent_photos p join member m on m.school_id = p.school_id and m.id = p.membership_id
  union all
  select 'student-photos', p.student_id, p.school_id, p.content_type, p.width, p.height, p.size_bytes,
    null, to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  from student_photos p join students s on s.school_id = p.school_id and s.id = p.student_id and s.archived_at is null
  where (p.school_id, p.student_id) in (select g.school_id, g.student_id from guardian g join member m on m.school_id = g.school_id and m.id = g.membership_id
    where m.deactivated_at is null and g.restricted_at is null)
  union all
  select 'organization-photos/' || p.organization_id, p.id, p.school_id, p.content_type, p.width, p.height,
    p.size_bytes, p.caption, to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  from organization_photos p join member m on m.school_id = p.school_id and m.id = p.uploaded_by_membership_id
  union all
  select 'images/' || i.school_id, i.id, i.school_id, i.content_type, i.width, i.height, i.size_bytes, null,
    to_char(i.uploaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  from embedded_images i join member m on m.school_id = i.school_id and m.id = i.uploaded_by_membership_id
  order by 1, 2) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select a.key, a.school_id, a.file_name, a.content_type, a.size_bytes, to_char(a.uploaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as uploaded_at
  from attachments a join member m on m.school_id = a.school_id and m.id = a.uploaded_by_membership_id order by a.uploaded_at, a.key) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select b.email, b.bounces, to_char(b.bounced_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as bounced_at from bounced_addresses b
  where b.email in (select held.email from user_addresses held where held.user_id = $1) order by b.email) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select c.id, c.school_id, c.name, c.meal_types, to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
  from menu_subscriptions c join member m on m.school_id = c.school_id and m.id = c.membership_id order by c.created_at, c.id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select c.id, c.school_id, c.name, c.organization_id, c.categories, c.tags, to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
  from calendar_subscriptions c join member m on m.school_id = c.school_id and m.id = c.membership_id order by c.created_at, c.id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select c.id, c.school_id, c.name, to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
  from app_passwords c join member m on m.school_id = c.school_id and m.id = c.membership_id order by c.created_at, c.id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select c.id, c.school_id, c.signup_id, s.title as signup_title, i.title as item_title, c.student_id, c.quantity, c.status,
    c.comment, c.answers, to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(c.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
  from signup_claims c join member m on m.school_id = c.school_id and m.id = c.membership_id
    join signup_items i on i.school_id = c.school_id and i.id = c.item_id
    join signups s on s.school_id = c.school_id and s.id = c.signup_id order by c.created_at, c.id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select c.id, c.school_id, c.student_id, c.field, case when own.is_own then c.present end as present, c.proposed, c.comment,
    c.state, case when own.is_own then c.answer end as answer, to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
    to_char(c.settled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as settled_at
  from corrections c join member m on m.school_id = c.school_id and m.id = c.membership_id
    cross join lateral (select (c.school_id = m.school_id::uuid and c.membership_id = m.id::uuid
    and c.student_id = any(
  array(select family.student_id from family_guardians family
    join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
      and pupil.archived_at is null
    where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid))) as is_own) own
  order by c.created_at, c.id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select c.school_id, r.title, to_char(r.opened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as opened_at, to_char(c.confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as confirmed_at
  from confirmations c join member m on m.school_id = c.school_id and m.id = c.membership_id
    join confirmation_rounds r on r.school_id = c.school_id and r.id = c.round_id order by c.confirmed_at, r.id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select c.school_id, to_char(c.unsubscribed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as unsubscribed_at, '{"notices":"instant","documents":"instant","polls":"instant","signups":"instant","permission_slips":"instant","events":"instant","own_answers":"instant"}'::jsonb || c.kinds as kinds
  from mail_choices c join member m on m.school_id = c.school_id and m.id = c.membership_id order by c.school_id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select d.id, d.school_id, d.organization_id, d.title, d.description,
    to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(d.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
  from documents d join member m on m.school_id = d.school_id and m.id = d.created_by_membership_id order by d.created_at, d.id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select d.school_id, d.profile_visibility, to_char(d.unsubscribed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as unsubscribed_at,
    d.revoked_organization_ids, to_char(d.left_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as left_at
  from member_departures d where d.user_id = $1 order by d.left_at, d.school_id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select d.school_id, d.student_id, d.source, d.source_id from guardian_departures d where d.user_id = $1
  order by d.school_id, d.student_id, d.source, d.source_id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select g.id, g.school_id, g.student_id, g.source, g.first_name, g.last_name, g.email, g.phone, g.relation, g.is_primary, g.profile_visibility, g.hidden_by_default, to_char(g.mails_ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as mails_ended_at, to_char(g.restricted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as restricted_at, g.restricted_until, to_char(g.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at from guardian g order by g.school_id, g.student_id, g.id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select i.id, i.school_id, i.role, to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(i.consumed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as consumed_at,
    (select coalesce(json_agg(one), '[]') from (select s.student_id, s.relation from invitation_students s
      where s.school_id = i.school_id and s.invitation_id = i.id order by s.student_id) one) as students
  from invitations i join user_addresses held on held.email = i.email
  where held.user_id = $1 and held.verified_at is not null order by i.created_at, i.id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select l.id, l.school_id, l.name, l.description,
    to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(l.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at,
    (select coalesce(json_agg(one), '[]') from (select s.student_id, to_char(s.added_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as added_at from list_students s
      where s.school_id = l.school_id and s.list_id = l.id order by s.added_at, s.student_id) one) as students,
    (select coalesce(json_agg(one), '[]') from (select g.id, g.guardian_membership_id, g.linked_student_id, to_char(g.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
      from list_guardians g where g.school_id = l.school_id and g.list_id = l.id order by g.created_at, g.id) one) as guardians
  from lists l join member m on m.school_id = l.school_id and m.id = l.owner_membership_id order by l.school_id, l.name, l.id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select m.id as membership_id, school.name as school_name, m.school_id, m.role, m.first_name, m.last_name, m.phone, m.profile_visibility, m.hidden_by_default, to_char(m.deactivated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as deactivated_at, to_char(m.joined_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as joined_at, to_char(m.students_gone_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as students_gone_at,
    case when m.deactivated_at is null then 'active' else 'deactivated' end as status
  from member m join schools school on school.id = m.school_id order by school.name, school.id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select n.id, n.school_id, n.kind, n.title, n.body, n.target_type, n.target_id, to_char(n.read_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as read_at,
    to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
    (select json_build_object('state', d.state, 'attempts', d.attempts, 'ended_at', to_char(d.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from mails d where d.school_id = n.school_id and d.notification_id = n.id) as mail
  from notifications n join member m on m.school_id = n.school_id and m.id = n.membership_id order by n.created_at, n.id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select n.id, n.school_id, n.organization_id, n.title, n.body, to_char(n.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at,
    to_char(n.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as expires_at, to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
    to_char(n.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
  from notices n join member m on m.school_id = n.school_id and m.id = n.created_by_membership_id order by n.created_at, n.id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select n.school_id, n.student_id, n.body, to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(n.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
  from notes n join member m on m.school_id = n.school_id and m.id = n.author_membership_id order by n.created_at, n.student_id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select o.school_id, o.id as organization_id, o.name, tie.as, tie.title, to_char(tie.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at,
    to_char(tie.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as expires_at, to_char(tie.revoked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as revoked_at
  from (
    select 'parent' as as, p.school_id, p.organization_id, p.title, null::timestamptz as starts_at,
      null::timestamptz as expires_at, null::timestamptz as revoked_at
    from organization_parents p join member m on m.school_id = p.school_id and m.id = p.membership_id
    union all
    select 'leader', l.school_id, l.organization_id, l.title, null, null, null
    from organization_leaders l join member m on m.school_id = l.school_id and m.id = l.membership_id
    union all
    select 'leader', l.school_id, l.organization_id, l.title, null, null, null
    from organization_leaders l join staff s on s.school_id = l.school_id and s.id = l.staff_member_id
    union all
  select 'editor' as as, g.school_id, g.organization_id, null as title, g.starts_at, g.expires_at, g.revoked_at
  from organization_grants g join member m on m.school_id = g.school_id and m.id = g.membership_id
  ) tie join organizations o on o.school_id = tie.school_id and o.id = tie.organization_id
  order by o.name, o.id, tie.as) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select p.id as poll_id, r.school_id, p.title, to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as submitted_at,
    (select coalesce(json_agg(one), '[]') from (select q.text as question, c.text as choice from poll_answers a
      join poll_questions q on q.school_id = a.school_id and q.id = a.question_id
      join poll_choices c on c.school_id = a.school_id and c.id = a.choice_id
      where a.school_id = r.school_id and a.response_id = r.id order by q.position) one) as answers
  from poll_responses r join polls p on p.school_id = r.school_id and p.id = r.poll_id
  where r.user_id = $1 order by r.submitted_at, p.id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select r.chain_id as id, r.revision, r.school_id, r.slip_id, slip.title as slip_title, r.state, r.decision, r.answers,
    r.note, r.account_email, r.signed_by_name, r.relation, encode(coalesce(drawn.image, r.signature_image), 'base64') as signature_png_base64,
    to_char(r.signed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as signed_at, version.statement, r.statement_version, r.statement_sha256,
    r.ip_address, r.user_agent, r.session_id, to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
    to_char(r.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ended_at,
    array(select s.student_id from permission_slip_response_students s
      where s.school_id = r.school_id and s.response_id = r.id order by s.student_id) as student_ids
  from permission_slip_responses r
  join permission_slips slip on slip.school_id = r.school_id and slip.id = r.slip_id
  join permission_slip_versions version on version.school_id = r.school_id and version.slip_id = r.slip_id
    and version.sha256 = r.statement_sha256
  left join drawn_signatures drawn on drawn.school_id = r.school_id and drawn.user_id = $1
    and drawn.sha256 = r.signature_sha256
  where r.signed_by_user_id = $1 order by r.created_at, r.id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select r.notice_id, r.school_id, r.version, to_char(r.acknowledged_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as acknowledged_at
  from notice_acknowledgements r join member m on m.school_id = r.school_id and m.id = r.membership_id
  order by r.acknowledged_at, r.notice_id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select r.school_id, case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as event_id, e.title, e.start_date as date, r.student_id, r.answer,
    r.comment, to_char(r.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as answered_at, to_char(r.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ended_at
  from event_rsvps r join member m on m.school_id = r.school_id and m.id in (r.membership_id, r.answered_by_membership_id)
    join events e on e.school_id = r.school_id and e.id = r.event_id
  order by r.answered_at, r.event_id, r.subject_id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select r.school_id, r.organization_id, e.title, e.start_date as date, r.outcome, r.score_for, r.score_against,
    r.place, r.field_size, r.summary, to_char(r.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
  from event_results r join member m on m.school_id = r.school_id and m.id = r.recorded_by_membership_id
    join events e on e.school_id = r.school_id and e.id = r.event_id
  order by r.updated_at, r.event_id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select s.id, coalesce(a.name, 'Operator') as client_name, to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
    to_char(s.last_used_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_used_at, to_char(s.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as expires_at,
    to_char(s.revoked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as revoked_at, to_char(s.two_step_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as two_step_at
  from user_sessions s left join applications a on a.id = s.application_id
  where s.user_id = $1 order by s.created_at, s.id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select s.id, s.school_id, s.source, s.first_name, s.last_name, s.title, s.department, s.email, s.phone, s.room, to_char(s.archived_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as archived_at from staff s order by s.school_id, s.id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select s.school_id, s.student_id from stars s join member m on m.school_id = s.school_id and m.id = s.membership_id
  order by s.school_id, s.student_id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select v.school_id, case when v.guardian_id is null then 'address' else 'contact' end as subject,
    coalesce(v.guardian_id, v.student_id) as subject_id, v.visible, to_char(v.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as changed_at
  from visibility_changes v
  where v.school_id in (select school_id from guardian)
    and (v.guardian_id in (select id from guardian) or v.student_id in (select student_id from guardian where restricted_at is null))
  order by v.changed_at, v.id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (
  select w.school_id, w.student_id, w.source, w.source_id from withdrawn_guardians w where w.user_id = $1
  order by w.school_id, w.student_id, w.source, w.source_id) one;

declare pages no scroll cursor for
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id or g.shared_membership_id = linked.membership_id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
select row_to_json(one) as record from (select q.begins as "from", q.ends as "to" from quiet_hours q where q.user_id = $1) one;
