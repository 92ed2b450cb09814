/* DistrictImporter */

-- admission
with mine as (select id, source_id from schools where source = $1)
select s.school_id as "schoolId", mine.source_id as "schoolSourceId", s.source_id as "sourceId",
  s.graduation_year as "graduationYear", s.grade
from students s join mine on mine.id = s.school_id where s.source = $1 and s.archived_at is null;
