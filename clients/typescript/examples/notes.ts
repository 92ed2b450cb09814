import { ifMatch, type DirectoryClient } from '../src/directory-client.js';

/** The caller's own note on a student; null when there is none. */
export async function getNote(api: DirectoryClient, { studentId }: { studentId: string }) {
  const { data } = await api.GET('/students/{studentId}/note', { params: { path: { studentId } } });
  return data.note?.body ?? '';
}

/** Saves a note, unless it was changed on another device meanwhile. An empty body deletes it. */
export async function putNote(
  api: DirectoryClient,
  { studentId, body }: { studentId: string; body: string },
) {
  const read = await api.GET('/students/{studentId}/note', { params: { path: { studentId } } });
  const { data } = await api.PUT('/students/{studentId}/note', {
    params: { path: { studentId }, header: ifMatch(read.response) },
    body: { body },
  });
  return data.note?.updated_at;
}
