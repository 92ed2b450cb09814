import type { DirectoryClient } from '../src/directory-client.js';

/** What documents and notices are sorted by, in the school's order. */
export async function listCategories(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.GET('/schools/{schoolId}/categories', { params: { path: { schoolId } } });
  return data.categories.map(({ id, name, color }) => ({ id, name, color }));
}
