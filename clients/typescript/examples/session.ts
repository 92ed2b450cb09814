import type { DirectoryClient } from '../src/directory-client.js';

/** Builds the switcher of a user with several schools. */
export async function getMe(api: DirectoryClient) {
  const { data } = await api.GET('/me');
  if (data.is_fully_deactivated) return [];
  return data.memberships.map(({ school_id, school_name }) => ({ school_id, school_name }));
}

/** Once after a fresh sign-up: takes up the invitations to this email address. */
export async function confirmRegistration(api: DirectoryClient) {
  const { data } = await api.POST('/registration/confirm');
  return data.created.memberships;
}

/** What the family still has to answer, over all its schools. */
export async function listOutstanding(api: DirectoryClient) {
  const { data } = await api.GET('/me/outstanding');
  return data.items.map(({ kind, title, due_at }) => `${kind}: ${title}, due ${due_at ?? 'some day'}`);
}

/** Where the user is signed in. */
export async function listMySessions(api: DirectoryClient) {
  const { data } = await api.GET('/me/sessions');
  return data.sessions.filter(({ current }) => !current);
}

/** Signs out a telephone that was lost. */
export async function endMySession(api: DirectoryClient, { sessionId }: { sessionId: string }) {
  await api.DELETE('/me/sessions/{sessionId}', { params: { path: { sessionId } } });
}
