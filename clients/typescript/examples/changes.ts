import type { DirectoryClient } from '../src/directory-client.js';

/** What is to be read anew, or dropped, since the cursor of last time; an empty one begins now. */
export async function listChanges(
  api: DirectoryClient,
  { schoolId, since }: { schoolId: string; since: string },
) {
  const { data } = await api.GET('/schools/{schoolId}/changes', {
    params: { path: { schoolId }, query: { since } },
  });
  const idsOf = (change: string) => data.changes.filter((item) => item.change === change).map(({ id }) => id);
  return { cursor: data.cursor, readAnew: idsOf('changed'), drop: idsOf('removed'), more: data.more };
}
