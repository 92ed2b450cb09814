import type { DirectoryClient } from '../src/directory-client.js';

/** What the school has turned on, its time zone, and the numbers for badges. */
export async function getSchoolFeatures(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.GET('/schools/{schoolId}/features', { params: { path: { schoolId } } });
  return { timeZone: data.time_zone, showsPolls: data.features.polls, openPolls: data.counts.polls_open };
}
