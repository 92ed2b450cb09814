import type { DirectoryClient } from '../src/directory-client.js';

interface Slip {
  slipId: string;
}
type Response = Slip & { responseId: string };

/** The slips of the caller's students. */
export async function listPermissionSlips(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.GET('/schools/{schoolId}/permission-slips', { params: { path: { schoolId } } });
  return data.permission_slips.map(({ title }) => title);
}

/** A slip with its statement, and with what was answered for whom. */
export async function getPermissionSlip(api: DirectoryClient, { slipId }: Slip) {
  const { data } = await api.GET('/permission-slips/{slipId}', { params: { path: { slipId } } });
  return data.statement;
}

/** Allows it, and signs what was read: another statement meanwhile is 409 `stale`. */
export async function answerPermissionSlip(
  api: DirectoryClient,
  { slipId, studentId }: Slip & { studentId: string },
) {
  const path = { slipId };
  const slip = await api.GET('/permission-slips/{slipId}', { params: { path } });
  const { data } = await api.POST('/permission-slips/{slipId}/responses', {
    params: { path },
    body: {
      student_id: studentId,
      decision: 'granted',
      signature: { full_name: 'Maria Park', agreed: true, statement_version: slip.data.statement_version },
    },
  });
  return data.id;
}

/** Declines after all, signed again; the first answer is kept as superseded. */
export async function changeSlipResponse(api: DirectoryClient, { slipId, responseId }: Response) {
  const slip = await api.GET('/permission-slips/{slipId}', { params: { path: { slipId } } });
  const { data } = await api.PATCH('/permission-slips/{slipId}/responses/{responseId}', {
    params: { path: { slipId, responseId } },
    body: {
      decision: 'declined',
      note: 'She has a cold.',
      signature: { full_name: 'Maria Park', agreed: true, statement_version: slip.data.statement_version },
    },
  });
  return data.id;
}

/** The answer as a PDF, with its signature. */
export async function printSlipResponse(api: DirectoryClient, { slipId, responseId }: Response) {
  const { data } = await api.GET('/permission-slips/{slipId}/responses/{responseId}/pdf', {
    params: { path: { slipId, responseId } },
    parseAs: 'blob',
  });
  return data;
}

/** The blank form for a student, to be signed on paper. */
export async function printBlankSlip(
  api: DirectoryClient,
  { slipId, studentId }: Slip & { studentId: string },
) {
  const { data } = await api.GET('/permission-slips/{slipId}/pdf', {
    params: { path: { slipId }, query: { studentId } },
    parseAs: 'blob',
  });
  return data;
}

/** Takes an answer back; managers keep seeing that it was given. */
export async function withdrawSlipResponse(api: DirectoryClient, { slipId, responseId }: Response) {
  await api.DELETE('/permission-slips/{slipId}/responses/{responseId}', {
    params: { path: { slipId, responseId } },
  });
}
