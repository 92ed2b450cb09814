import type { DirectoryClient } from '../src/directory-client.js';

/** Tells the school what should be on file of a student. An import that brings it closes the correction. */
export async function proposeCorrection(api: DirectoryClient, { studentId }: { studentId: string }) {
  const { data } = await api.POST('/students/{studentId}/corrections', {
    params: { path: { studentId } },
    body: { field: 'phone', proposed: '+1 212 555 0177', comment: 'It is a new number.' },
  });
  return data.id;
}

/** What has become of the caller's own corrections. */
export async function listMyCorrections(api: DirectoryClient) {
  const { data } = await api.GET('/me/corrections', {});
  return data.corrections.map(({ field, state, answer }) => ({ field, state, answer }));
}

/** What the school has still to settle. */
export async function listSchoolCorrections(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.GET('/schools/{schoolId}/corrections', {
    params: { path: { schoolId }, query: { state: 'open' } },
  });
  return data.corrections.map(({ id }) => id);
}

/** A table for spreadsheets. */
export async function exportSchoolCorrections(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.GET('/schools/{schoolId}/corrections.csv', {
    params: { path: { schoolId } },
    parseAs: 'text',
  });
  return data;
}

/** Says what has become of a correction; its author is told. */
export async function settleCorrection(api: DirectoryClient, { correctionId }: { correctionId: string }) {
  const { data } = await api.PATCH('/corrections/{correctionId}', {
    params: { path: { correctionId } },
    body: { state: 'done', answer: 'Thank you, the new number is on file.' },
  });
  return data.state;
}
