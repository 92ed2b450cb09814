import type { AlongWithAccess } from '../../access/along-with-access.js';
import { addressVisible, ANY_ADMIN, ANYBODY, themselves, type Viewer } from '../../access/privacy-mask.js';
import { revisionOf } from '../../snapshots/revision.js';
import type { SnapshotItem, SnapshotKind } from '../../snapshots/snapshot-kind.js';
import type { MapMarker } from './map-markers.dto.js';
import { STUDENT_ORDER } from './roster-student.js';

interface Row extends Omit<MapMarker, 'name' | 'is_own' | 'starred'> {
  /** Of the guardian who may see it; null where anybody may. */
  membership_id: string | null;
}

/** What the caller alone has on the map: their students and their stars. */
export const ALONG_WITH_MARKERS: AlongWithAccess = {
  name: 'markers',
  sql: ({ school, membership }) => `json_build_object('revision', ${revisionOf('directory', school)},
    'own', coalesce((
      select json_object_agg(student_id, json_build_object('is_own', is_own, 'starred', starred)) from (
        select student_id, bool_or(is_own) as is_own, bool_or(starred) as starred from (
          select student_id, true as is_own, false as starred from guardians where membership_id = ${membership}
          union all
          select student_id, false, true from stars where membership_id = ${membership}) each
        group by student_id) own), '{}'))`,
};

/** A row for each marker, and one for each guardian of a student whose address is hidden from others. */
const rows = (anybody: Viewer): string => `
  select s.id as student_id, s.first_name, s.last_name, s.graduation_year, s.latitude, s.longitude, g.membership_id
  from students s
  cross join lateral (select (${addressVisible('s', anybody)}) is true as place) open
  left join guardians g on not open.place and g.student_id = s.id and g.school_id = $1
    and ${addressVisible('s', themselves('g'))}
  where s.school_id = $1 and s.archived_at is null and s.latitude is not null and s.longitude is not null
    and (open.place or g.membership_id is not null)
  order by ${STUDENT_ORDER}`;

export const MAP_MARKERS = markers('map markers', ANYBODY);
export const MAP_MARKERS_OF_ADMINS = markers('map markers of admins', ANY_ADMIN);

function markers(name: string, anybody: Viewer): SnapshotKind<Row> {
  const write = (found: Row[]): SnapshotItem[] =>
    [...Map.groupBy(found, (row) => row.student_id)].map(([id, forEach]) => {
      const text = JSON.stringify(marker(forEach[0]!));
      const guardians = forEach.flatMap(({ membership_id }) => membership_id ?? []);
      if (guardians.length === 0) return { id, text };
      return { id, text: '', otherwise: new Map(guardians.map((guardian) => [guardian, text])) };
    });
  return { name, subject: 'directory', list: 'markers', rows: rows(anybody), write };
}

const marker = ({ first_name, last_name, membership_id: _, ...row }: Row): MapMarker => ({
  student_id: row.student_id,
  first_name,
  last_name,
  name: `${first_name} ${last_name}`,
  graduation_year: row.graduation_year,
  latitude: row.latitude,
  longitude: row.longitude,
  is_own: false,
  starred: false,
});
