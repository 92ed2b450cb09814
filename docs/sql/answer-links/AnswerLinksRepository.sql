/* AnswerLinksRepository */

-- add
with older as (
  delete from answer_links where school_id = $1 and digest in (
    select digest from answer_links
    where school_id = $1 and membership_id = $2 and (event_id = $3::uuid or notice_id = $4::uuid) and ended_at is null
    order by created_at desc, digest offset 19)
)
insert into answer_links (school_id, membership_id, event_id, notice_id, version, digest, address_digest, created_at)
select $1, $2, $3, $4, $5, $6, $7, $8
where not exists (
  select from answer_links where school_id = $1 and membership_id = $2 and (event_id = $3::uuid or notice_id = $4::uuid) and ended_at is not null)
returning digest;

-- end
UPDATE "answer_links" SET "ended_at" = $1 WHERE ("school_id" = $2 AND "digest" = $3 AND "ended_at" IS NULL);

-- find
select link.digest, link.address_digest as "addressDigest", link.version, link.notice_id as "noticeId",
  case when e.id is not null then case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end end as "eventId", trim(person.first_name || ' ' || person.last_name) as name, u.email,
  school.name as school, school.time_zone as "timeZone", school.features, school.id as "schoolId",
  m.id as "membershipId", m.user_id as "userId", m.role,
  array(select apart.student_id from
guardians apart where not (m.role <> 'parent')::boolean and apart.school_id = m.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = m.id::uuid or apart.shared_membership_id = m.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = m.school_id::uuid and holder.id = m.id::uuid))) as "restrictedStudentIds"
from answer_links link
join memberships m on m.school_id = link.school_id and m.id = link.membership_id and (m.deactivated_at is null and not (m.students_gone_at is not null and m.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = m.school_id)) <= $2::timestamptz
  and not ((m.role <> 'parent' or exists (select from organizations own where own.school_id = m.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = m.user_id
  where employed.school_id = m.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
join users u on u.id = m.user_id and u.email_verified_at is not null
left join lateral (
  select first_name, last_name from guardians
  where guardians.school_id = m.school_id and membership_id = m.id
  order by (student_id = null::uuid) desc nulls last, is_primary desc, id limit 1
) on_file on true
cross join lateral (
  select coalesce(m.first_name, on_file.first_name, u.first_name, '') collate "und-x-icu" as first_name,
    coalesce(m.last_name, on_file.last_name, u.last_name, '') collate "und-x-icu" as last_name,
    u.email, coalesce(m.phone, (
      select g.phone from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.phone is not null
      order by (g.student_id = null::uuid) desc nulls last, g.membership_id, g.is_primary desc, g.id limit 1
    ), u.phone) as phone, m.school_id, null::uuid as id, m.id as membership_id, null::uuid as shared_membership_id,
    case when m.profile_visibility = 'full' and not exists (select from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.profile_visibility <> 'full')
      then 'full' else 'name_only' end as profile_visibility
) person
join schools school on school.id = link.school_id
left join events e on e.school_id = link.school_id and e.id = link.event_id
where link.digest = $1 and not exists (
  select from answer_links ended where ended.school_id = link.school_id and ended.membership_id = link.membership_id
    and (ended.event_id = link.event_id or ended.notice_id = link.notice_id) and ended.ended_at is not null);
