import { RESTRICTED_VIEWER } from '../../../policy/guardian-restriction.js';
import type { Prefetch } from '../../../platform/auth/prefetch.js';
import { addressVisible, ANY_ADMIN, ANYBODY, themselves, type Viewer } from '../../../policy/privacy-mask.js';
import {
  type PerViewerPatches,
  revisionOf,
  type SnapshotItem,
  type SnapshotKind,
} from '../../../platform/cache/snapshot-kind.js';
import type { MapMarker } from './map-markers.dto.js';
import { starsBy } from '../../../policy/own-notes.js';
import { inOrder, type NameSortKey, nameOf, schoolLocale } from '../../../policy/name-order.js';

interface Row extends Omit<MapMarker, 'name' | 'is_own' | 'starred'> {
  /** Membership of the guardian who may see it; null where anybody may. */
  membership_id: string | null;
  /** Locale of the school. */
  locale: string;
}

export const MARKERS_PREFETCH: Prefetch = {
  name: 'markers',
  sql: ({ school, membership }) => `json_build_object('revision', ${revisionOf('directory', school)},
    'students', array(select student_id from family_guardians where school_id = ${school} and membership_id = ${membership}),
    'starred', array(select student_id from ${starsBy({ school, membership })} star))`,
};

/** The caller's part of the map, prefetched: their students, and those with their star. */
export interface MarkersContext {
  revision: number;
  students: string[];
  starred: string[];
}

const NOT_OWN = { is_own: false, starred: false };

/** The members of a marker that differ for the caller. */
export function ownMarkers({ students, starred }: MarkersContext): PerViewerPatches {
  const own = new Map(students.map((id) => [id, { ...NOT_OWN, is_own: true }]));
  for (const id of starred) own.set(id, { ...(own.get(id) ?? NOT_OWN), starred: true });
  return [...own];
}

/** A row for each marker, and one for each guardian of a student whose address is hidden from others. */
const rows = (anybody: Viewer): string => `
  select s.id as student_id, s.first_name, s.last_name, s.graduation_year, s.latitude, s.longitude, g.membership_id,
    ${schoolLocale('$1')} as locale
  from students s
  cross join lateral (select (${addressVisible('s', anybody)}) is true as address) open
  left join family_guardians g on not open.address and g.student_id = s.id and g.school_id = $1
    and ${addressVisible('s', themselves('g'))}
  where s.school_id = $1 and s.archived_at is null and s.latitude is not null and s.longitude is not null
    and (open.address or g.membership_id is not null)`;

export const MAP_MARKERS = markers('map markers', ANYBODY);
/** The parameters are those of `RESTRICTED_VIEWER`. */
export const MAP_MARKERS_OF_THE_RESTRICTED = markers('map markers of the restricted', RESTRICTED_VIEWER);
export const MAP_MARKERS_OF_ADMINS = markers('map markers of admins', ANY_ADMIN);

function markers(name: string, anybody: Viewer): SnapshotKind<Row> {
  const write = (found: Row[]): SnapshotItem[] =>
    inOrder([...Map.groupBy(found, (row) => row.student_id)], sortKeyOf, found[0]?.locale ?? '').map(
      ([id, forEach]) => {
        const text = JSON.stringify(marker(forEach[0]!));
        const guardians = forEach.flatMap(({ membership_id }) => membership_id ?? []);
        if (guardians.length === 0) return { id, text };
        return { id, text: '', viewerOverrides: new Map(guardians.map((guardian) => [guardian, text])) };
      },
    );
  return { name, subject: 'directory', list: 'markers', rows: rows(anybody), write, own: NOT_OWN };
}

const sortKeyOf = ([id, [row]]: [string, Row[]]): NameSortKey => [row!.last_name, row!.first_name, id];

const marker = ({ first_name, last_name, ...row }: Row): MapMarker => ({
  student_id: row.student_id,
  first_name,
  last_name,
  name: nameOf(first_name, last_name),
  graduation_year: row.graduation_year,
  latitude: row.latitude,
  longitude: row.longitude,
  ...NOT_OWN,
});
