import { ifMatch, type DirectoryClient } from '../src/directory-client.js';

interface Organization {
  organizationId: string;
}
type Photo = Organization & { photoId: string };
type Event = Organization & { eventId: string };

/** Names and grades to hang on a wall; `trip`, which is the default, adds guardians and their phones. */
export async function printOrganizationRoster(
  api: DirectoryClient,
  { organizationId }: { organizationId: string },
) {
  const { data } = await api.GET('/organizations/{organizationId}/roster.pdf', {
    params: { path: { organizationId }, query: { use: 'wall' } },
    parseAs: 'blob',
  });
  return data.size;
}

/** A table for spreadsheets; guardians' phones and addresses as far as the caller may see them. */
export async function exportOrganizationRoster(
  api: DirectoryClient,
  { organizationId }: { organizationId: string },
) {
  const { data } = await api.GET('/organizations/{organizationId}/roster.csv', {
    params: { path: { organizationId } },
    parseAs: 'text',
  });
  return data;
}

/** A club that everybody sees at once; its short name stays. */
export async function createOrganization(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.POST('/schools/{schoolId}/organizations', {
    params: { path: { schoolId } },
    body: { kind: 'club', name: 'Chess Club', short_name: 'chess-club', season: 'Fall 2026' },
  });
  return data.id;
}

/** The teams of the school. */
export async function listOrganizations(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.GET('/schools/{schoolId}/organizations', {
    params: { path: { schoolId }, query: { kind: 'team' } },
  });
  return data.organizations.map(({ name, is_member }) => ({ name, is_member }));
}

/** A team with its leaders, its record and its next event. */
export async function getOrganization(api: DirectoryClient, { organizationId }: Organization) {
  const { data } = await api.GET('/organizations/{organizationId}', { params: { path: { organizationId } } });
  return data.leadership.map(({ name, title }) => `${title}: ${name}`);
}

/** Changes the description, unless somebody else did since it was read. */
export async function changeOrganization(api: DirectoryClient, { organizationId }: Organization) {
  const path = { organizationId };
  const read = await api.GET('/organizations/{organizationId}', { params: { path } });
  const { data } = await api.PATCH('/organizations/{organizationId}', {
    params: { path, header: ifMatch(read.response) },
    body: { meeting_info: 'Tuesdays and Thursdays at 3:30, at the oak.' },
  });
  return data.meeting_info;
}

/** Who is on the team. */
export async function getOrganizationRoster(api: DirectoryClient, { organizationId }: Organization) {
  const { data } = await api.GET('/organizations/{organizationId}/roster', {
    params: { path: { organizationId } },
  });
  return data.students.map(({ name, jersey }) => `${jersey ?? ''} ${name}`);
}

/** Puts a student on the roster; again, it changes position and jersey. */
export async function addOrganizationStudent(
  api: DirectoryClient,
  { organizationId, studentId }: Organization & { studentId: string },
) {
  await api.POST('/organizations/{organizationId}/students', {
    params: { path: { organizationId } },
    body: { student_id: studentId, position: 'Runner', jersey: '12' },
  });
}

/** Takes a student off the roster. */
export async function removeOrganizationStudent(
  api: DirectoryClient,
  { organizationId, studentId }: Organization & { studentId: string },
) {
  await api.DELETE('/organizations/{organizationId}/students/{studentId}', {
    params: { path: { organizationId, studentId } },
  });
}

/** The parents of the school who are not on the team yet. */
export async function listOrganizationCandidates(api: DirectoryClient, { organizationId }: Organization) {
  const { data } = await api.GET('/organizations/{organizationId}/candidates', {
    params: { path: { organizationId } },
  });
  return data;
}

/** Adds a parent who helps. */
export async function addOrganizationParent(
  api: DirectoryClient,
  { organizationId, membershipId }: Organization & { membershipId: string },
) {
  const { data } = await api.POST('/organizations/{organizationId}/parents', {
    params: { path: { organizationId } },
    body: { membership_id: membershipId, title: 'Driver' },
  });
  return data.membership_id;
}

/** Takes a parent off the team. */
export async function removeOrganizationParent(
  api: DirectoryClient,
  { organizationId, membershipId }: Organization & { membershipId: string },
) {
  await api.DELETE('/organizations/{organizationId}/parents/{membershipId}', {
    params: { path: { organizationId, membershipId } },
  });
}

/** Names all leaders, in this order. */
export async function replaceOrganizationLeadership(
  api: DirectoryClient,
  { organizationId, membershipId, studentId }: Organization & { membershipId: string; studentId: string },
) {
  const { data } = await api.PUT('/organizations/{organizationId}/leadership', {
    params: { path: { organizationId } },
    body: {
      leaders: [
        { type: 'parent', person_id: membershipId, title: 'Coach' },
        { type: 'student', person_id: studentId, title: 'Captain' },
      ],
    },
  });
  return data.leadership;
}

/** Families of the team near the caller's student, nearest first: whom to ask for a ride. */
export async function listNearbyFamilies(
  api: DirectoryClient,
  { organizationId, studentId }: Organization & { studentId: string },
) {
  const { data } = await api.GET('/organizations/{organizationId}/nearby', {
    params: { path: { organizationId }, query: { studentId } },
  });
  return data.families.map(({ name, distance_km }) => `${name}: ${distance_km} km`);
}

/** The events of October. */
export async function getOrganizationSchedule(api: DirectoryClient, { organizationId }: Organization) {
  const { data } = await api.GET('/organizations/{organizationId}/schedule', {
    params: { path: { organizationId }, query: { from: '2026-10-01', to: '2026-10-31' } },
  });
  return data.events.map(({ id, title }) => ({ id, title }));
}

/** Enters how a race ended. */
export async function putOrganizationResult(api: DirectoryClient, { organizationId, eventId }: Event) {
  const { data } = await api.PUT('/organizations/{organizationId}/results/{eventId}', {
    params: { path: { organizationId, eventId } },
    body: { outcome: 'placed', place: 2, field_size: 14, summary: 'Mud to the knees.' },
  });
  return data.place;
}

/** The results of the season, and the record that they make. */
export async function listOrganizationResults(api: DirectoryClient, { organizationId }: Organization) {
  const { data } = await api.GET('/organizations/{organizationId}/results', {
    params: { path: { organizationId } },
  });
  return data.results.map(({ date, outcome }) => `${date} ${outcome}`);
}

/** Removes a result that was entered by mistake. */
export async function removeOrganizationResult(api: DirectoryClient, { organizationId, eventId }: Event) {
  await api.DELETE('/organizations/{organizationId}/results/{eventId}', {
    params: { path: { organizationId, eventId } },
  });
}

/** First step of a photo: asks for an address and puts the bytes there. */
export async function createOrganizationPhotoUploadUrl(
  api: DirectoryClient,
  { organizationId, photo }: Organization & { photo: Blob },
) {
  const { data } = await api.POST('/organizations/{organizationId}/photos/upload-url', {
    params: { path: { organizationId } },
    body: { content_type: 'image/jpeg' },
  });
  await fetch(data.upload_url, { method: data.method, headers: { ...data.headers }, body: photo });
  return data.photo_key;
}

/** Second step: the photo is in the album from now on. */
export async function addOrganizationPhoto(
  api: DirectoryClient,
  { organizationId, photoKey }: Organization & { photoKey: string },
) {
  const { data } = await api.POST('/organizations/{organizationId}/photos', {
    params: { path: { organizationId } },
    body: { photo_key: photoKey, caption: 'At the start' },
  });
  return data.id;
}

/** The album. */
export async function listOrganizationPhotos(api: DirectoryClient, { organizationId }: Organization) {
  const { data } = await api.GET('/organizations/{organizationId}/photos', {
    params: { path: { organizationId } },
  });
  return data.photos.map(({ id, caption }) => ({ id, caption }));
}

/** An address that lasts five minutes: ask for a new one each time the photo is shown. */
export async function getOrganizationPhotoDownloadUrl(
  api: DirectoryClient,
  { organizationId, photoId }: Photo,
) {
  const { data } = await api.GET('/organizations/{organizationId}/photos/{photoId}/download-url', {
    params: { path: { organizationId, photoId } },
  });
  return data.url;
}

/** Removes a photo from the album. */
export async function deleteOrganizationPhoto(api: DirectoryClient, { organizationId, photoId }: Photo) {
  await api.DELETE('/organizations/{organizationId}/photos/{photoId}', {
    params: { path: { organizationId, photoId } },
  });
}
