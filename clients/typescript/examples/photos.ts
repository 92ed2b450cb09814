import type { DirectoryClient } from '../src/directory-client.js';

interface Student {
  studentId: string;
}

/** First step: asks for an address and puts the bytes there. */
export async function createStudentPhotoUploadUrl(
  api: DirectoryClient,
  { studentId, photo }: Student & { photo: Blob },
) {
  const { data } = await api.POST('/students/{studentId}/photo/upload-url', {
    params: { path: { studentId } },
    body: { content_type: 'image/jpeg' },
  });
  await fetch(data.upload_url, { method: data.method, headers: { ...data.headers }, body: photo });
  return data.photo_key;
}

/** Second step: others see the photo from now on. */
export async function confirmStudentPhoto(
  api: DirectoryClient,
  { studentId, photoKey }: Student & { photoKey: string },
) {
  await api.POST('/students/{studentId}/photo', {
    params: { path: { studentId } },
    body: { photo_key: photoKey },
  });
}

/** An address that lasts five minutes: ask for a new one each time the photo is shown. */
export async function getStudentPhotoDownloadUrl(api: DirectoryClient, { studentId }: Student) {
  const { data } = await api.GET('/students/{studentId}/photo/download-url', {
    params: { path: { studentId } },
  });
  return data.url;
}

/** The faces of a class, in one call for all: who has no photo is left out. */
export async function createPhotoUrls(
  api: DirectoryClient,
  { schoolId, students }: { schoolId: string; students: string[] },
) {
  const { data } = await api.POST('/schools/{schoolId}/photo-urls', {
    params: { path: { schoolId } },
    body: { students, parents: [], size: 96 },
  });
  return new Map(data.students.map(({ id, url }) => [id, url]));
}

/** Removes the photo of a student. */
export async function deleteStudentPhoto(api: DirectoryClient, { studentId }: Student) {
  await api.DELETE('/students/{studentId}/photo', { params: { path: { studentId } } });
}

/** As with a student's photo. */
export async function createMyPhotoUploadUrl(api: DirectoryClient, { photo }: { photo: Blob }) {
  const { data } = await api.POST('/me/photo/upload-url', { body: { content_type: 'image/jpeg' } });
  await fetch(data.upload_url, { method: data.method, headers: { ...data.headers }, body: photo });
  return data.photo_key;
}

/** Shows the caller's new photo, at every school. */
export async function confirmMyPhoto(api: DirectoryClient, { photoKey }: { photoKey: string }) {
  await api.POST('/me/photo', { body: { photo_key: photoKey } });
}

/** The photo of a parent, by the id of the membership. */
export async function getParentPhotoDownloadUrl(api: DirectoryClient, { parentId }: { parentId: string }) {
  const { data } = await api.GET('/parents/{parentId}/photo/download-url', {
    params: { path: { parentId } },
  });
  return data.url;
}

/** Removes the caller's own photo. */
export async function deleteMyPhoto(api: DirectoryClient) {
  await api.DELETE('/me/photo');
}
