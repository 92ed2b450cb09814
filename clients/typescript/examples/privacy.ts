import type { DirectoryClient } from '../src/directory-client.js';

/** Shows a parent how an unrelated parent of the school sees the family. */
export async function getMyselfAsSeenByOthers(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.GET('/me/as-seen-by-others', { params: { query: { schoolId } } });
  return data.guardian;
}

/** Who read the family's contact or address data. */
export async function listMyDisclosures(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.GET('/me/disclosures', { params: { query: { schoolId } } });
  return data.disclosures.map(({ at, subject, count }) => `${at}: ${subject}, ${count} times`);
}

/** Shows a senior admin what was done since a moment, and by whom. */
export async function listAuditEntries(
  api: DirectoryClient,
  { schoolId, since }: { schoolId: string; since: string },
) {
  const { data } = await api.GET('/schools/{schoolId}/audit', {
    params: { path: { schoolId }, query: { since } },
  });
  return data.entries.map(({ at, actor, operation }) => `${at}: ${actor.name ?? actor.kind}, ${operation}`);
}

/** Everything that the service holds on the user, for a file to save. */
export async function exportMyData(api: DirectoryClient) {
  const { data } = await api.GET('/me/export');
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
}
