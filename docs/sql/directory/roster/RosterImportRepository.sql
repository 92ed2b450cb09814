/* RosterImportRepository */

-- active
select source_id as "sourceId", graduation_year as "graduationYear", grade from students
where school_id = $1 and ($2::text is null or source = $2) and archived_at is null;

-- archiveStudents
with archived as (
  update students set archived_at = $4, updated_at = $4
  where school_id = $2 and source_id = any ($1::text[]) and ($3::text is null or source = $3)
    and archived_at is null
  returning 1
)
select count(*)::int as n from archived;

-- countGuardians
select count(*)::int as n
from students s
join guardians gd on gd.school_id = s.school_id and gd.student_id = s.id and gd.source = $2
  and gd.source_id is not null
where s.school_id = $1 and s.source = $2 and s.archived_at is null;

-- countMayRegister
select count(distinct g.email)::int as n from guardians g
join schools school on school.id = g.school_id and school.guardians_may_register
where g.school_id = $1 and g.email is not null and g.source_id is not null and g.membership_id is null
  and g.shared_membership_id is null
  and g.student_id not in (select id from students where school_id = $1 and archived_at is not null);

-- guardiansExcept
with withdrawn as materialized (
  select gd.school_id, gd.id, gd.student_id, gd.membership_id, gd.email, gd.first_name, gd.last_name
  from jsonb_to_recordset($1::jsonb) as c(student_source_id text, keep text[]), students s, guardians gd
  where s.school_id = $2 and s.source_id = c.student_source_id and ($3::text is null or s.source = $3)
    and gd.school_id = s.school_id and gd.student_id = s.id and gd.source = coalesce($3, 'content') and gd.source_id <> all (c.keep) and gd.source_id <> all ($4::text[])
    and gd.restricted_at is null
), going as materialized (
  select id, membership_id from withdrawn
  union
  select g.id, linked.membership_id from withdrawn linked join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
  where linked.membership_id is not null and g.source <> coalesce($3, 'content')
  union
  select by_hand.id, by_hand.membership_id from withdrawn join guardians by_hand
    on by_hand.school_id = withdrawn.school_id and by_hand.student_id = withdrawn.student_id
  where by_hand.source_id is null and by_hand.email = withdrawn.email
    and not exists (select from guardians rest where rest.school_id = by_hand.school_id
      and rest.student_id = by_hand.student_id and rest.email = by_hand.email and rest.source_id is not null
      and rest.id not in (select id from withdrawn))
), removed as (
  delete from guardians g using going where g.school_id = $2 and g.id = going.id and g.restricted_at is null
  returning g.student_id, g.email, g.source, g.source_id, g.profile_visibility, g.hidden_by_default, going.membership_id,
    coalesce(going.membership_id, g.shared_membership_id) as account_id
), remembered as (
  insert into withdrawn_guardians (student_id, source, source_id, school_id, user_id)
  select r.student_id, r.source, r.source_id, $2, m.user_id
  from removed r left join memberships m on m.school_id = $2 and m.id = r.membership_id
  where r.profile_visibility = 'name_only' and not r.hidden_by_default and r.source_id is not null
  on conflict (school_id, student_id, source, source_id) do update set user_id = excluded.user_id
)
select (select count(*) from removed)::int as n,
  array(select distinct account_id from removed where account_id is not null) as memberships,
  coalesce((select jsonb_agg(jsonb_build_object('student_id', student_id, 'email', email)) from removed
    where email is not null), '[]') as guardians;

-- linkMembers
delete from guardians replaced
where replaced.school_id = $1 and replaced.id in (select by_hand.id from
  guardians g, guardians by_hand, user_addresses held, users u, memberships m
  where g.school_id = $1 and g.membership_id is null and g.email = any ($2::text[])
    and held.email = g.email and held.verified_at is not null and u.id = held.user_id
    and m.user_id = u.id and m.school_id = g.school_id
    and by_hand.school_id = g.school_id and by_hand.student_id = g.student_id and by_hand.membership_id = m.id and by_hand.source_id is null
    and
  (case when
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") is not null then lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") =
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu")
    else (g.relation, by_hand.relation) not in (('mother', 'father'), ('father', 'mother')) end));

update guardians taking set restricted_at = apart.restricted_at, restricted_until = apart.restricted_until,
  restriction_reason = apart.restriction_reason
from (
  select distinct on (by_hand.id) g.id, by_hand.restricted_at, by_hand.restricted_until, by_hand.restriction_reason
  from
  guardians g, guardians by_hand, user_addresses held, users u, memberships m
  where g.school_id = $1 and g.membership_id is null and g.email = any ($2::text[])
    and held.email = g.email and held.verified_at is not null and u.id = held.user_id
    and m.user_id = u.id and m.school_id = g.school_id
    and by_hand.school_id = g.school_id and by_hand.student_id = g.student_id and by_hand.membership_id = m.id and by_hand.source_id is null
    and
  (case when
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") is not null then lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") =
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu")
    else (g.relation, by_hand.relation) not in (('mother', 'father'), ('father', 'mother')) end) and by_hand.restricted_at is not null
  order by by_hand.id,
  (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") =
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu")) is true desc, g.is_primary desc, g.id
) apart
where taking.school_id = $1 and taking.id = apart.id and taking.restricted_at is null;

with shared as (
  update guardians g set shared_membership_id = m.id,
    profile_visibility = case when m.profile_visibility = 'name_only' then 'name_only' else g.profile_visibility end
  from memberships m join user_addresses held on held.user_id = m.user_id and held.verified_at is not null
  where g.school_id = $1 and m.school_id = $1 and g.email = any ($2::text[]) and held.email = g.email and (
g.membership_id is null and g.shared_membership_id is null and not g.disowned
and exists (select from guardians linked where linked.school_id = $1 and linked.student_id = g.student_id
  and linked.membership_id = m.id and
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id))))) is not true))
  returning g.id, g.school_id, m.profile_visibility = 'name_only' as hidden)
insert into visibility_changes (school_id, guardian_id, visible, changed_at)
select school_id, id, false, $3 from shared where hidden;

-- promoteShared
update guardians g set membership_id = next.membership_id, shared_membership_id = null
from (
  select distinct on (s.student_id, s.shared_membership_id) s.id, s.shared_membership_id as membership_id
  from guardians s
  where s.school_id = $1 and s.shared_membership_id is not null and not exists (select from guardians linked
    where linked.school_id = $1 and linked.student_id = s.student_id and linked.membership_id = s.shared_membership_id)
  order by s.student_id, s.shared_membership_id, s.is_primary desc, s.id) next
where g.school_id = $1 and g.id = next.id;

-- removeLinks
with withdrawn as materialized (
  select gd.school_id, gd.id, gd.student_id, gd.membership_id, gd.email, gd.first_name, gd.last_name
  from jsonb_to_recordset($1::jsonb) as c(student_source_id text, source_id text), students s, guardians gd
  where s.school_id = $2 and s.source_id = c.student_source_id and ($3::text is null or s.source = $3)
    and gd.school_id = s.school_id and gd.student_id = s.id and gd.source = coalesce($3, 'content') and gd.source_id = c.source_id
    and gd.restricted_at is null
), going as materialized (
  select id, membership_id from withdrawn
  union
  select g.id, linked.membership_id from withdrawn linked join guardians g on
  (g.school_id = linked.school_id and g.student_id = linked.student_id and (
    g.id = linked.id
    or g.membership_id is null and
  (g.school_id = linked.school_id and g.student_id = linked.student_id
    and g.email = linked.email
    and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
  where linked.membership_id is not null and g.source <> coalesce($3, 'content')
  union
  select by_hand.id, by_hand.membership_id from withdrawn join guardians by_hand
    on by_hand.school_id = withdrawn.school_id and by_hand.student_id = withdrawn.student_id
  where by_hand.source_id is null and by_hand.email = withdrawn.email
    and not exists (select from guardians rest where rest.school_id = by_hand.school_id
      and rest.student_id = by_hand.student_id and rest.email = by_hand.email and rest.source_id is not null
      and rest.id not in (select id from withdrawn))
), removed as (
  delete from guardians g using going where g.school_id = $2 and g.id = going.id and g.restricted_at is null
  returning g.student_id, g.email, g.source, g.source_id, g.profile_visibility, g.hidden_by_default, going.membership_id,
    coalesce(going.membership_id, g.shared_membership_id) as account_id
), remembered as (
  insert into withdrawn_guardians (student_id, source, source_id, school_id, user_id)
  select r.student_id, r.source, r.source_id, $2, m.user_id
  from removed r left join memberships m on m.school_id = $2 and m.id = r.membership_id
  where r.profile_visibility = 'name_only' and not r.hidden_by_default and r.source_id is not null
  on conflict (school_id, student_id, source, source_id) do update set user_id = excluded.user_id
)
select (select count(*) from removed)::int as n,
  array(select distinct account_id from removed where account_id is not null) as memberships,
  coalesce((select jsonb_agg(jsonb_build_object('student_id', student_id, 'email', email)) from removed
    where email is not null), '[]') as guardians;

-- writeGuardians
with given as materialized (
  select g.*, $2::uuid as school_id, s.id as student_id
  from jsonb_to_recordset($1::jsonb) as g(source_id text, digest text, earlier_digests text[], first_name text, last_name text, email text, phone text, relation text, is_primary boolean, profile_visibility text, profile_visibility_given boolean,
    student_source_id text, read_from_stored text)
  cross join lateral (
    select id, source_digest, archived_at, address_visible, num_nonnulls(students.address_line1, students.address_line2, students.address_city, students.address_region, students.address_postal_code, students.address_country) > 0 as had_address from students
    where school_id = $2 and source_id = g.student_source_id and ($3::text is null or source = $3)
    order by source = 'content' desc, created_at, id
    limit 1) s
), matched as materialized (
  select g.*, gd.id, gd.source_digest as stored_digest, coalesce(gd.source_digest = any (g.earlier_digests), false) as is_known,
    gd.profile_visibility as was_visible, gd.email as was_email,
    case when gd.restricted_at is null then coalesce(gd.membership_id, gd.shared_membership_id) end as was_linked
  from given g left join lateral (
    select id, source_digest, profile_visibility, email, membership_id, shared_membership_id, restricted_at from guardians
    where school_id = $2 and student_id = g.student_id and source_id = g.source_id and ($3::text is null or source = $3)
    order by source = 'content' desc, id
    limit 1) gd on true
), kin as materialized (
  select distinct on (source_id) source_id, membership_id, profile_visibility, email
  from (
    select source, source_id, membership_id, case when hidden_by_default then 'full' else profile_visibility end
      as profile_visibility, email from guardians
    where school_id = $2
    union all
    select source, source_id, null, 'name_only', null from withdrawn_guardians where school_id = $2
    union all
    select source, source_id, null, 'name_only', null from guardians
    where source = $3 and profile_visibility = 'name_only' and not hidden_by_default and school_id in (select id from schools where source = $3)) known
  where source = coalesce($3, 'content')
    and (source_id in (select source_id from matched where id is null)) is true
  order by source_id, membership_id nulls last, profile_visibility desc
), departed as materialized (
  select d.source, d.source_id, u.email
  from guardian_departures d left join user_addresses u on u.user_id = d.user_id
  where d.school_id = $2 and not d.for_good and not exists (
    select from memberships mb where mb.user_id = d.user_id and mb.school_id = d.school_id)
), unlinked as materialized (
  select pupil.source_id as student_source_id, d.source, d.source_id
  from guardian_departures d join students pupil on pupil.school_id = d.school_id and pupil.id = d.student_id
  where d.for_good and d.school_id in (select $2::uuid union all select id from schools where source = $3)
    and (d.school_id = $2 or pupil.source = $3)
), fresh as (
  select m.*, k.profile_visibility as kin_visibility,
    case when row_number() over (partition by m.student_id, k.membership_id order by m.source_id) = 1
      and not exists (
        select from guardians x
        where x.school_id = $2 and x.student_id = m.student_id and x.membership_id = k.membership_id)
      and (m.email is null or m.email is not distinct from k.email or exists (
      select from memberships mb join user_addresses held on held.user_id = mb.user_id
      where mb.school_id = $2 and mb.id = k.membership_id and held.email = m.email))
    then k.membership_id end as membership_id
  from matched m left join kin k using (source_id)
  where m.id is null and (m.read_from_stored is null or exists (
      select from (select id from schools where source = $3) home join guardians x on x.school_id = home.id
      join students pupil on pupil.school_id = x.school_id and pupil.id = x.student_id
      where x.source = $3 and x.source_id = m.source_id
        and (m.read_from_stored = 'adult' or pupil.source = $3 and pupil.source_id = m.student_source_id))) and not exists (
    select from departed d
    where d.email = m.email or (d.source_id = m.source_id and ($3::text is null or d.source = $3)))
    and not exists (select from unlinked u where u.student_source_id = m.student_source_id
      and u.source_id in (m.source_id, 'name:' || lower((m.first_name || ' ' || m.last_name) collate "und-x-icu") || ' (' || m.student_source_id || ')')
      and u.source = coalesce($3, 'content'))
), created as (
  insert into guardians (school_id, student_id, membership_id, source, source_id, source_digest,
    first_name, last_name, email, phone, relation, is_primary, profile_visibility, created_at)
  select $2, student_id, membership_id, coalesce($3, 'content'), source_id, digest, first_name, last_name, email, phone, relation, is_primary, coalesce(profile_visibility, case
      when kin_visibility = 'name_only' or exists (
      select from user_addresses held join users u on u.id = held.user_id where held.email = fresh.email and
  (u.profile_visibility = 'name_only' and u.email_verified_at is not null
    or exists (select from memberships hiding where hiding.user_id = u.id and hiding.profile_visibility = 'name_only' and not hiding.hidden_by_default))) or exists (
  select from guardians linked
  where linked.school_id = fresh.school_id and linked.id is distinct from fresh.id
    and linked.profile_visibility = 'name_only' and not linked.hidden_by_default
    and
  (fresh.school_id = linked.school_id and fresh.student_id = linked.student_id
    and fresh.email = linked.email
    and (lower((fresh.first_name || ' ' || fresh.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((fresh.first_name || ' ' || fresh.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id))))
      then 'name_only' else 'full' end), $4
  from fresh
  returning source_id
), recalled as (
  delete from withdrawn_guardians w using created c
  where w.school_id = $2 and w.source = coalesce($3, 'content') and w.source_id = c.source_id
), updated as (
  update guardians gd set source_digest = m.digest, first_name = m.first_name, last_name = m.last_name, email = m.email, phone = m.phone, relation = m.relation, is_primary = m.is_primary, profile_visibility = coalesce(m.profile_visibility, case
      when gd.membership_id is null and (
        m.email is distinct from gd.email and exists (
      select from user_addresses held join users u on u.id = held.user_id where held.email = m.email and
  (u.profile_visibility = 'name_only' and u.email_verified_at is not null
    or exists (select from memberships hiding where hiding.user_id = u.id and hiding.profile_visibility = 'name_only' and not hiding.hidden_by_default))) or exists (
  select from guardians linked
  where linked.school_id = m.school_id and linked.id is distinct from m.id
    and linked.profile_visibility = 'name_only' and not linked.hidden_by_default
    and
  (m.school_id = linked.school_id and m.student_id = linked.student_id
    and m.email = linked.email
    and (lower((m.first_name || ' ' || m.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((m.first_name || ' ' || m.last_name) collate "und-x-icu") = (
      select
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
      where m.school_id = linked.school_id and m.id = linked.membership_id)))))
      then 'name_only' else gd.profile_visibility end),
    hidden_by_default = gd.hidden_by_default and m.profile_visibility is distinct from 'name_only',
    membership_id = case when not ((m.email is not null and m.email is distinct from gd.email) and gd.restricted_at is null
  and not exists (
      select from memberships mb join user_addresses held on held.user_id = mb.user_id
      where mb.school_id = $2 and mb.id = coalesce(gd.membership_id, gd.shared_membership_id) and held.email = m.email)) then gd.membership_id end,
    shared_membership_id = case when gd.restricted_at is not null or not (m.email is not null and m.email is distinct from gd.email) then gd.shared_membership_id end,
    disowned = gd.disowned and not (m.email is not null and m.email is distinct from gd.email)
  from matched m
  where gd.school_id = $2 and gd.id = m.id and m.stored_digest is distinct from m.digest and not m.is_known
  returning gd.id, gd.profile_visibility, m.was_visible
), readdressed as (
  select m.student_source_id, m.source_id, m.email, m.was_linked, coalesce(m.was_email, (
      select account.email from memberships mb join users account on account.id = mb.user_id
      where mb.school_id = $2 and mb.id = m.was_linked)) as was_email,
    m.was_linked is not null and not exists (
      select from memberships mb join user_addresses held on held.user_id = mb.user_id
      where mb.school_id = $2 and mb.id = m.was_linked and held.email = m.email) as loses
  from matched m join updated u on u.id = m.id
  where m.email is not null and m.email is distinct from m.was_email
), extended as (
  update guardians gd set source_digest = m.digest
  from matched m
  where gd.school_id = $2 and gd.id = m.id and m.is_known and (false)
  returning 1
), flipped as (
  insert into visibility_changes (school_id, guardian_id, visible, changed_at)
  select $2, id, profile_visibility = 'full', $4 from updated where profile_visibility <> was_visible
)
select
  (select count(*) from created)::int as created,
  ((select count(*) from updated) + (select count(*) from extended))::int as updated,
  0 as archived,
  ((select count(*) from matched) - (select count(*) from created) - (select count(*) from updated)
    - (select count(*) from extended))::int as unchanged,
  coalesce((select json_agg(json_build_object('student', student_source_id, 'sourceId', source_id, 'email', email,
      'before', was_email, 'membershipId', case when loses then was_linked end) order by student_source_id, source_id)
    from readdressed), '[]') as readdressed,
  coalesce((select json_agg(json_build_object('student', m.student_source_id, 'before', m.was_email)
      order by m.student_source_id, m.source_id)
    from matched m join updated u on u.id = m.id where m.was_email is not null and m.email is null), '[]') as unmailed;

-- writeStudents
with given as materialized (
  select * from jsonb_to_recordset($1::jsonb) as g(source_id text, digest text, earlier_digests text[], first_name text, middle_name text, last_name text, preferred_name text, preferred_last_name text, graduation_year integer, grade text, email text, phone text, address_line1 text, address_line2 text, address_city text, address_region text, address_postal_code text, address_country text, latitude double precision, longitude double precision, address_visible boolean, graduation_year_given boolean, address_given boolean, coordinates_given boolean, address_visible_given boolean, archived boolean)
), matched as materialized (
  select g.*, s.id, s.source_digest as stored_digest, coalesce(s.source_digest = any (g.earlier_digests), false) as is_known, s.archived_at,
    s.address_visible as was_visible, s.had_address
  from given g left join lateral (
    select id, source_digest, archived_at, address_visible, num_nonnulls(students.address_line1, students.address_line2, students.address_city, students.address_region, students.address_postal_code, students.address_country) > 0 as had_address from students
    where school_id = $2 and source_id = g.source_id and ($3::text is null or source = $3)
    order by source = 'content' desc, created_at, id
    limit 1) s on true
), created as (
  insert into students (school_id, source, source_id, source_digest, first_name, middle_name, last_name, preferred_name, preferred_last_name, graduation_year, grade, email, phone, address_line1, address_line2, address_city, address_region, address_postal_code, address_country, latitude, longitude, address_visible,
    archived_at, created_at, updated_at)
  select $2, coalesce($3, 'content'), source_id, digest,
    first_name, middle_name, last_name, preferred_name, preferred_last_name, graduation_year, grade, email, phone, address_line1, address_line2, address_city, address_region, address_postal_code, address_country, latitude, longitude, coalesce(address_visible, true),
    case when archived then $4::timestamptz end, $4, $4
  from matched where id is null
  returning 1
), updated as (
  update students s set source_digest = m.digest, first_name = m.first_name, middle_name = m.middle_name, last_name = m.last_name, preferred_name = m.preferred_name, preferred_last_name = m.preferred_last_name, graduation_year = case when m.graduation_year_given then m.graduation_year else s.graduation_year end, grade = m.grade, email = m.email, phone = m.phone, address_line1 = case when m.address_given then m.address_line1 else s.address_line1 end, address_line2 = case when m.address_given then m.address_line2 else s.address_line2 end, address_city = case when m.address_given then m.address_city else s.address_city end, address_region = case when m.address_given then m.address_region else s.address_region end, address_postal_code = case when m.address_given then m.address_postal_code else s.address_postal_code end, address_country = case when m.address_given then m.address_country else s.address_country end, latitude = case when m.coordinates_given then m.latitude when (m.address_given and (m.address_line1, m.address_line2, m.address_city, m.address_region, m.address_postal_code, m.address_country) is distinct from (s.address_line1, s.address_line2, s.address_city, s.address_region, s.address_postal_code, s.address_country)) then null else s.latitude end, longitude = case when m.coordinates_given then m.longitude when (m.address_given and (m.address_line1, m.address_line2, m.address_city, m.address_region, m.address_postal_code, m.address_country) is distinct from (s.address_line1, s.address_line2, s.address_city, s.address_region, s.address_postal_code, s.address_country)) then null else s.longitude end, address_visible = case when m.address_visible is null then s.address_visible
      else m.address_visible and (s.address_visible or not exists (
      select from guardians g
      join memberships mb on mb.school_id = g.school_id and mb.id = g.membership_id
      join users u on u.id = mb.user_id
      where g.school_id = s.school_id and g.student_id = s.id and u.hides_address)) end,
    hidden_by_default = s.hidden_by_default and m.address_visible is not false,
    legal_first_name = m.first_name, legal_last_name = m.last_name,
    geocode_missed_at = case when not (m.address_given and (m.address_line1, m.address_line2, m.address_city, m.address_region, m.address_postal_code, m.address_country) is distinct from (s.address_line1, s.address_line2, s.address_city, s.address_region, s.address_postal_code, s.address_country)) then s.geocode_missed_at end,
    archived_at = case when m.archived then coalesce(s.archived_at, $4) end,
    updated_at = $4
  from matched m
  where s.school_id = $2 and s.id = m.id and m.stored_digest is distinct from m.digest and not m.is_known
  returning m.archived and m.archived_at is null as leaves, s.id, s.address_visible, m.was_visible, s.source_id,
    m.had_address and not (num_nonnulls(s.address_line1, s.address_line2, s.address_city, s.address_region, s.address_postal_code, s.address_country) > 0) as loses_address
), extended as (
  update students s set source_digest = m.digest, preferred_last_name = coalesce(s.preferred_last_name, m.preferred_last_name), updated_at = $4
  from matched m
  where s.school_id = $2 and s.id = m.id and m.is_known and m.archived = (m.archived_at is not null)
    and (s.preferred_last_name is null and m.preferred_last_name is not null)
  returning false as leaves
), moved as (
  update students s set archived_at = case when m.archived then $4::timestamptz end, updated_at = $4
  from matched m
  where s.school_id = $2 and s.id = m.id and (m.stored_digest = m.digest or m.is_known) and m.archived <> (m.archived_at is not null)
  returning m.archived as leaves
), flipped as (
  insert into visibility_changes (school_id, student_id, visible, changed_at)
  select $2, id, address_visible, $4 from updated where address_visible <> was_visible
), touched as (
  select leaves from updated union all select leaves from extended union all select leaves from moved)
select
  (select count(*) from created)::int as created,
  (select count(*) from touched where not leaves)::int as updated,
  (select count(*) from touched where leaves)::int as archived,
  ((select count(*) from matched where id is not null) - (select count(*) from touched))::int as unchanged,
  coalesce((select json_agg(source_id order by source_id) from updated where loses_address), '[]') as "unaddressed";
