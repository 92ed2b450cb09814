/* OneRosterImportService */

-- storedRoster
with mine as (select id, source_id from schools where source = $1)
select mine.source_id as "schoolSourceId", s.source_id as "studentSourceId", g.source_id as "sourceId",
  g.source_digest as digest, g.first_name as "firstName", g.last_name as "lastName", g.email as "email", g.phone as "phone", g.relation as "relation", g.is_primary as "isPrimary", g.profile_visibility as "profileVisibility"
from guardians g
join mine on mine.id = g.school_id
join students s on s.school_id = g.school_id and s.id = g.student_id
where g.source = $1 and s.source = $1 and g.source_id is not null
  and (s.source_id = any ($2::text[]) or g.source_id = any ($2::text[]))
order by s.archived_at is not null, mine.source_id, s.source_id, g.source_id;

with mine as (select id, source_id from schools where source = $1),
requested as (
  select unnest($2::text[]) as source_id
  union
  select s.source_id from guardians g join mine on mine.id = g.school_id
    join students s on s.school_id = g.school_id and s.id = g.student_id
  where g.source = $1 and g.source_id = any ($2::text[])
)
select mine.source_id as "schoolSourceId", s.source_id as "sourceId", 'student' as kind,
  null as title, null as department
from students s join mine on mine.id = s.school_id join requested on requested.source_id = s.source_id
where s.source = $1 and s.archived_at is null
union all
select mine.source_id, s.source_id, 'staff', s.title, s.department
from staff_members s join mine on mine.id = s.school_id join requested on requested.source_id = s.source_id
where s.source = $1 and s.archived_at is null;
