/* OrganizationImportRepository */

-- addParents
with wanted as materialized (
  select g.organization_id, membership_id
  from jsonb_to_recordset($1::jsonb) as g(organization_id uuid, present uuid[]) cross join unnest(present) membership_id
), created as (
  insert into organization_parents (organization_id, membership_id, school_id, added_at)
  select organization_id, membership_id, $2, $3 from wanted
  on conflict do nothing
  returning 1
)
select
  (select count(*) from created)::int as created, 0 as updated, 0 as archived,
  ((select count(*) from wanted) - (select count(*) from created))::int as unchanged;

-- findOrganizations
select id, source, source_id as "sourceId", short_name as "shortName", archived_at is not null as archived
from organizations where school_id = $1;

-- writeLeaders
select from organizations where school_id = $1 and id = any ($2::uuid[]) order by id for update;

update organization_leaders ol set position = ordered.position
from (
  select id, row_number() over (partition by organization_id order by position, id) as position
  from organization_leaders where school_id = $1 and organization_id = any ($2::uuid[])
) ordered
where ol.school_id = $1 and ol.id = ordered.id and ol.position <> ordered.position;

with given as materialized (
  select * from jsonb_to_recordset($1::jsonb) as g(organization_id uuid, present jsonb, leaving uuid[], others boolean)
), wanted as materialized (
  select g.organization_id, l.*, coalesce(l.staff_member_id, l.membership_id, l.student_id) as person_id
  from given g cross join lateral jsonb_to_recordset(g.present)
    as l(rank integer, staff_member_id uuid, membership_id uuid, student_id uuid, title text)
), matched as materialized (
  select w.*, ol.id, $5 and ol.source = $3 and ol.title <> w.title as differs
  from wanted w left join organization_leaders ol
    on ol.school_id = $2 and ol.organization_id = w.organization_id and coalesce(ol.staff_member_id, ol.membership_id, ol.student_id) = w.person_id
), created as (
  insert into organization_leaders (organization_id, staff_member_id, membership_id, student_id, school_id,
    title, position, source)
  select organization_id, staff_member_id, membership_id, student_id, $2, title, rank + coalesce((
      select max(position) from organization_leaders before
      where before.school_id = $2 and before.organization_id = m.organization_id), 0), $3
  from matched m where id is null
  returning 1
), updated as (
  update organization_leaders ol set title = m.title from matched m
  where ol.school_id = $2 and ol.id = m.id and m.differs
  returning 1
), removed as (
  delete from organization_leaders ol using given g
  where ol.school_id = $2 and ol.organization_id = g.organization_id and ol.source = $3
    and coalesce(ol.staff_member_id, ol.membership_id, ol.student_id) <> all ($4::uuid[]) and (g.others or coalesce(ol.staff_member_id, ol.membership_id, ol.student_id) = any (g.leaving))
    and not exists (select from wanted w where w.organization_id = g.organization_id and w.person_id = coalesce(ol.staff_member_id, ol.membership_id, ol.student_id))
  returning 1
)
select
  (select count(*) from created)::int as created,
  (select count(*) from updated)::int as updated,
  (select count(*) from removed)::int as archived,
  ((select count(*) from matched where id is not null) - (select count(*) from updated))::int as unchanged;

-- writeOrganizations
with matched as materialized (
  select g.*, o.id, o.source_digest as stored_digest, coalesce(o.source_digest = any (g.earlier_digests), false) as is_known, o.archived_at
  from jsonb_to_recordset($1::jsonb) as g(source_id text, digest text, earlier_digests text[], kind text, name text, short_name text, category text, season text, description text, website text, meeting_info text, category_given boolean, season_given boolean, description_given boolean, website_given boolean, meeting_info_given boolean, archived boolean)
  left join organizations o on o.school_id = $2 and o.source = $3 and o.source_id = g.source_id
), created as (
  insert into organizations (school_id, source, source_id, source_digest, kind, name, short_name, category, season, description, website, meeting_info,
    archived_at, created_at, updated_at)
  select $2, $3, source_id, digest, kind, name, short_name, category, season, description, website, meeting_info,
    case when archived then $4::timestamptz end, $4, $4
  from matched where id is null
  returning 1
), updated as (
  update organizations o set source_digest = m.digest,
    kind = m.kind, name = m.name, short_name = o.short_name, category = case when m.category_given then m.category else o.category end, season = case when m.season_given then m.season else o.season end, description = case when m.description_given then m.description else o.description end, website = case when m.website_given then m.website else o.website end, meeting_info = case when m.meeting_info_given then m.meeting_info else o.meeting_info end,
    archived_at = case when m.archived is null then o.archived_at
      when m.archived then coalesce(o.archived_at, $4) end,
    updated_at = $4
  from matched m
  where o.school_id = $2 and o.id = m.id and m.stored_digest is distinct from m.digest and not m.is_known
  returning coalesce(m.archived, false) and m.archived_at is null as leaves
), extended as (
  update organizations o set source_digest = m.digest, updated_at = $4
  from matched m
  where o.school_id = $2 and o.id = m.id and m.is_known and coalesce(m.archived = (m.archived_at is not null), true)
    and (false)
  returning false as leaves
), moved as (
  update organizations o set archived_at = case when m.archived then $4::timestamptz end, updated_at = $4
  from matched m
  where o.school_id = $2 and o.id = m.id and (m.stored_digest = m.digest or m.is_known) and m.archived <> (m.archived_at is not null)
  returning m.archived as leaves
), touched as (
  select leaves from updated union all select leaves from extended union all select leaves from moved)
select
  (select count(*) from created)::int as created,
  (select count(*) from touched where not leaves)::int as updated,
  (select count(*) from touched where leaves)::int as archived,
  ((select count(*) from matched where id is not null) - (select count(*) from touched))::int as unchanged;

-- writeStudents
with given as materialized (
  select * from jsonb_to_recordset($1::jsonb) as g(organization_id uuid, present uuid[], leaving uuid[], others boolean)
), wanted as materialized (
  select organization_id, student_id from given cross join unnest(present) student_id
), created as (
  insert into organization_students (organization_id, student_id, school_id, source, added_at)
  select organization_id, student_id, $2, $3, $5 from wanted
  on conflict do nothing
  returning 1
), removed as (
  delete from organization_students os
  where os.school_id = $2 and os.organization_id = any (array(select organization_id from given)) and os.source = $3
    and os.student_id <> all ($4::uuid[])
    and (os.organization_id, os.student_id) not in (select organization_id, student_id from wanted)
    and (os.organization_id in (select organization_id from given where others)
      or (os.organization_id, os.student_id) in (select organization_id, unnest(leaving) from given))
  returning 1
)
select
  (select count(*) from created)::int as created, 0 as updated,
  (select count(*) from removed)::int as archived,
  ((select count(*) from wanted) - (select count(*) from created))::int as unchanged;
