import { ifMatch, type DirectoryClient, type Schema } from '../src/directory-client.js';

interface School {
  schoolId: string;
}
type Notice = School & { noticeId: string };

/** Tells the school, once: everybody is alerted when the notice is made, and by no change of it. */
export async function createNotice(
  api: DirectoryClient,
  { schoolId, attachment }: School & { attachment: Schema<'AttachmentInput'> },
) {
  const { data } = await api.POST('/schools/{schoolId}/notices', {
    params: { path: { schoolId } },
    body: {
      title: 'Picture day is on Friday',
      body: '<p>Bring the <strong>order form</strong> and a smile.</p>',
      expires_at: '2026-10-09T20:00:00Z',
      acknowledge: true,
      attachments: [attachment],
    },
  });
  return data.id;
}

/** What is addressed to the caller and has not expired, pinned ones first. */
export async function listNotices(api: DirectoryClient, { schoolId }: School) {
  const { data } = await api.GET('/schools/{schoolId}/notices', { params: { path: { schoolId } } });
  return data.notices.filter(({ read }) => !read).map(({ title }) => title);
}

/** Opens a notice, which reads its notification as well. */
export async function getNotice(api: DirectoryClient, { schoolId, noticeId }: Notice) {
  const { data } = await api.GET('/schools/{schoolId}/notices/{noticeId}', {
    params: { path: { schoolId, noticeId } },
  });
  return data.attachments.map(({ id }) => id);
}

/** An address that lasts five minutes: ask for a new one each time. */
export async function getNoticeAttachmentDownloadUrl(
  api: DirectoryClient,
  { schoolId, noticeId, attachmentId }: Notice & { attachmentId: string },
) {
  const { data } = await api.GET(
    '/schools/{schoolId}/notices/{noticeId}/attachments/{attachmentId}/download-url',
    { params: { path: { schoolId, noticeId, attachmentId } } },
  );
  return data.url;
}

/** Whom to call: those whom no mail has reached, and who have not opened the notice. */
export async function listNoticeDeliveries(api: DirectoryClient, { schoolId, noticeId }: Notice) {
  const { data } = await api.GET('/schools/{schoolId}/notices/{noticeId}/deliveries', {
    params: { path: { schoolId, noticeId } },
  });
  const { read, mailed } = data.counts;
  const unreached = data.people.filter(({ state }) => state !== 'read' && state !== 'mailed');
  return { reached: read + mailed, unreached: unreached.map(({ name, state }) => `${name}: ${state}`) };
}

/** Says that the caller has read the notice as it is now. */
export async function acknowledgeNotice(api: DirectoryClient, { schoolId, noticeId }: Notice) {
  await api.POST('/schools/{schoolId}/notices/{noticeId}/acknowledgement', {
    params: { path: { schoolId, noticeId } },
  });
}

/** Who has still to acknowledge the notice. */
export async function listNoticeAcknowledgements(api: DirectoryClient, { schoolId, noticeId }: Notice) {
  const { data } = await api.GET('/schools/{schoolId}/notices/{noticeId}/acknowledgements', {
    params: { path: { schoolId, noticeId } },
  });
  return data.people.filter((person) => person.acknowledged_at === null).map(({ name }) => name);
}

/** A table for spreadsheets. */
export async function exportNoticeAcknowledgements(api: DirectoryClient, { schoolId, noticeId }: Notice) {
  const { data } = await api.GET('/schools/{schoolId}/notices/{noticeId}/acknowledgements.csv', {
    params: { path: { schoolId, noticeId } },
    parseAs: 'text',
  });
  return data;
}

/** Reminds those who have not acknowledged the notice: once in 24 hours. */
export async function sendNoticeReminders(api: DirectoryClient, { schoolId, noticeId }: Notice) {
  const { data } = await api.POST('/schools/{schoolId}/notices/{noticeId}/reminders', {
    params: { path: { schoolId, noticeId } },
  });
  return data.recipients;
}

/** Pins a notice, unless somebody changed it since it was read. */
export async function changeNotice(api: DirectoryClient, { schoolId, noticeId }: Notice) {
  const path = { schoolId, noticeId };
  const read = await api.GET('/schools/{schoolId}/notices/{noticeId}', { params: { path } });
  const { data } = await api.PATCH('/schools/{schoolId}/notices/{noticeId}', {
    params: { path, header: ifMatch(read.response) },
    body: { pinned: true },
  });
  return data.pinned;
}

/** Deletes a notice. */
export async function deleteNotice(api: DirectoryClient, { schoolId, noticeId }: Notice) {
  await api.DELETE('/schools/{schoolId}/notices/{noticeId}', { params: { path: { schoolId, noticeId } } });
}
