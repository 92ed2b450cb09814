import type { DirectoryClient } from '../src/directory-client.js';

/** What a wrist shows for a day; ask again at `valid_until`. */
export async function getWatch(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.GET('/schools/{schoolId}/watch', { params: { path: { schoolId } } });
  return data.next?.title ?? 'Nothing more today';
}
