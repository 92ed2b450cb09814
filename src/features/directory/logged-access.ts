import { jsonTextOf } from '../../platform/http/conditional-request.js';
import { EVERYONE, hasContact, type LoggedAccess } from '../access-log/access-log-subject.js';
import type { MapMarkers, MapMarkersQuery } from './map/map-markers.dto.js';
import type { RosterQuery } from './roster/roster.dto.js';
import type { StudentDetail } from './students/student-detail.dto.js';

/* Data that the answers of the directory contain, for `@LogsAccess`. */

/** Coordinates are an address. The plain roster shows neither. */
export const accessInRoster = (_: unknown, { full }: RosterQuery): LoggedAccess =>
  full === 'true' ? { contacts: [EVERYONE], addresses: [EVERYONE] } : {};

/** A map of a list or of starred students shows only theirs. */
export function accessOnMap(answer: unknown, { org, list, starred }: MapMarkersQuery): LoggedAccess {
  if (org === undefined && list === undefined && !starred) return { addresses: [EVERYONE] };
  const { markers } = JSON.parse(jsonTextOf(answer)) as MapMarkers;
  return { addresses: markers.map(({ student_id }) => student_id) };
}

export const accessToStudents = (students: StudentDetail[]): LoggedAccess => ({
  contacts: students.flatMap((student) => [student, ...student.guardians].filter(hasContact).map(idOf)),
  addresses: students.filter(hasAddress).map(idOf),
});

const idOf = ({ id }: { id: string }): string => id;

const hasAddress = ({ address, latitude }: StudentDetail): boolean => address !== null || latitude !== null;
