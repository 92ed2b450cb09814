import type { DirectoryClient } from '../src/directory-client.js';

/** Searches the roster by name; four digits find a graduation year as well. */
export async function listStudents(api: DirectoryClient, { schoolId, q }: { schoolId: string; q: string }) {
  const { data } = await api.GET('/schools/{schoolId}/students', {
    params: { path: { schoolId }, query: { q } },
  });
  return data.students;
}

/** The pins of the map: those of the starred students alone. */
export async function listMapMarkers(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.GET('/schools/{schoolId}/map-markers', {
    params: { path: { schoolId }, query: { starred: 'true' } },
  });
  return data.markers.map(({ name, latitude, longitude }) => ({ name, latitude, longitude }));
}

/** Opens a student; the address is null where the family hides it. */
export async function getStudent(api: DirectoryClient, { studentId }: { studentId: string }) {
  const { data } = await api.GET('/students/{studentId}', { params: { path: { studentId } } });
  return data.address?.line1 ?? 'The address is not shown';
}

/** Stars a student, for the caller alone. */
export async function starStudent(api: DirectoryClient, { studentId }: { studentId: string }) {
  await api.POST('/students/{studentId}/star', { params: { path: { studentId } } });
}

/** Takes the star away; one that is not there does no harm. */
export async function unstarStudent(api: DirectoryClient, { studentId }: { studentId: string }) {
  await api.DELETE('/students/{studentId}/star', { params: { path: { studentId } } });
}
