import type { DirectoryClient } from '../src/directory-client.js';

/** What a school has on file of the caller and their family; `roundId` is null while the school does not ask whether it is right. */
export async function getMyConfirmation(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.GET('/me/confirmation', { params: { query: { schoolId } } });
  const { round, students } = data;
  return { roundId: round?.id ?? null, due: round?.due_on, students: students.map(({ name }) => name) };
}

/** Says that all of it is right, for the caller alone. */
export async function confirmMyRecords(api: DirectoryClient, { roundId }: { roundId: string }) {
  await api.POST('/me/confirmation/{roundId}', { params: { path: { roundId } } });
}

/** Who has not confirmed yet. */
export async function getSchoolConfirmation(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.GET('/schools/{schoolId}/confirmation', { params: { path: { schoolId } } });
  return data.people.filter(({ confirmed_at }) => confirmed_at === null).map(({ name }) => name);
}

/** A table for spreadsheets. */
export async function exportSchoolConfirmation(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.GET('/schools/{schoolId}/confirmation.csv', {
    params: { path: { schoolId } },
    parseAs: 'text',
  });
  return data;
}

/** Reminds those who have not confirmed: once in 24 hours. */
export async function sendConfirmationReminders(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.POST('/schools/{schoolId}/confirmation/reminders', {
    params: { path: { schoolId } },
  });
  return data.recipients;
}
