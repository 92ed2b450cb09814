import { ifMatch, type DirectoryClient } from '../src/directory-client.js';

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

/** Slips that the caller manages, in whatever state. */
export async function listManagedPermissionSlips(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.GET('/schools/{schoolId}/permission-slips/managed', {
    params: { path: { schoolId }, query: { state: 'draft' } },
  });
  return data.permission_slips.map(({ title, totals }) => `${title}: ${totals.outstanding} owe an answer`);
}

/** A draft: its audience sees it once it has an `opens_at`. */
export async function createPermissionSlip(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.POST('/schools/{schoolId}/permission-slips', {
    params: { path: { schoolId } },
    body: {
      title: 'Planetarium',
      body: '<p>We go there by train.</p>',
      statement: 'I allow my child to take part.',
      answer_per: 'student',
      signature_required: true,
      second_guardian_required: false,
      questions: [{ type: 'short_text', text: 'Allergies?', private: true }],
    },
  });
  return data.id;
}

/** Opens a draft, unless somebody has changed it since. */
export async function changePermissionSlip(api: DirectoryClient, { slipId }: Slip) {
  const path = { slipId };
  const slip = await api.GET('/permission-slips/{slipId}/management', { params: { path } });
  const { data } = await api.PATCH('/permission-slips/{slipId}/management', {
    params: { path, header: ifMatch(slip.response) },
    body: { opens_at: '2026-09-01T06:00:00Z' },
  });
  return data.state;
}

/** Who has signed, and who has not. */
export async function getManagedPermissionSlip(api: DirectoryClient, { slipId }: Slip) {
  const { data } = await api.GET('/permission-slips/{slipId}/management', { params: { path: { slipId } } });
  return data.students.map(({ name, state }) => `${name}: ${state}`);
}

/** Reminds those who owe an answer, once in 24 hours. */
export async function sendPermissionSlipReminders(api: DirectoryClient, { slipId }: Slip) {
  const { data } = await api.POST('/permission-slips/{slipId}/reminders', {
    params: { path: { slipId } },
  });
  return data.recipients;
}

/** Records an answer that came on paper. */
export async function recordPaperResponse(
  api: DirectoryClient,
  { slipId, studentId }: Slip & { studentId: string },
) {
  const { data } = await api.POST('/permission-slips/{slipId}/paper-responses', {
    params: { path: { slipId } },
    body: {
      student_id: studentId,
      decision: 'granted',
      signed_by_name: 'Rosa Lind',
      relation: 'aunt',
      signed_on: '2026-09-04',
    },
  });
  return data.id;
}

/** An address of a file of the slip, good for five minutes. */
export async function getPermissionSlipAttachmentDownloadUrl(api: DirectoryClient, { slipId }: Slip) {
  const slip = await api.GET('/permission-slips/{slipId}', { params: { path: { slipId } } });
  const attachmentId = slip.data.attachments[0]?.id ?? '';
  const { data } = await api.GET('/permission-slips/{slipId}/attachments/{attachmentId}/download-url', {
    params: { path: { slipId, attachmentId } },
  });
  return data.url;
}

/** A table for spreadsheets. */
export async function exportSlipResponses(api: DirectoryClient, { slipId }: Slip) {
  const { data } = await api.GET('/permission-slips/{slipId}/responses.csv', {
    params: { path: { slipId } },
    parseAs: 'text',
  });
  return data;
}

/** All signed slips, to be taken along on a trip. */
export async function printSlipResponses(api: DirectoryClient, { slipId }: Slip) {
  const { data } = await api.GET('/permission-slips/{slipId}/responses.pdf', {
    params: { path: { slipId } },
    parseAs: 'blob',
  });
  return data;
}

/** Hides a slip; within 30 days `deleted: false` brings it back. */
export async function deletePermissionSlip(api: DirectoryClient, { slipId }: Slip) {
  await api.DELETE('/permission-slips/{slipId}/management', { params: { path: { slipId } } });
}
