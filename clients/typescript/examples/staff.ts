import type { DirectoryClient } from '../src/directory-client.js';

/** The staff directory. */
export async function listStaff(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.GET('/schools/{schoolId}/staff', { params: { path: { schoolId } } });
  return data.staff.map(({ name, title }) => `${name}, ${title ?? 'staff'}`);
}
