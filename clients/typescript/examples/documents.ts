import { ifMatch, type DirectoryClient, type Schema } from '../src/directory-client.js';

interface School {
  schoolId: string;
}
type Document = School & { documentId: string };

/** The first entry of the library: what the school says of itself. */
export async function putSchoolDetails(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.PUT('/schools/{schoolId}/school-details', {
    params: { path: { schoolId } },
    body: { title: 'About Lincoln', description: '<p>The office is open from 8 to 3.</p>' },
  });
  return data.title;
}

/** Uploads a file first; it is kept for a day, until a document or notice holds it. */
export async function uploadAttachment(api: DirectoryClient, { schoolId, file }: School & { file: File }) {
  const { data } = await api.POST('/schools/{schoolId}/attachments', {
    params: { path: { schoolId } },
    body: { entity_type: 'document', file },
  });
  return data;
}

/** Makes a document of what was uploaded, and alerts the school once. */
export async function createDocument(
  api: DirectoryClient,
  { schoolId, attachment }: School & { attachment: Schema<'AttachmentInput'> },
) {
  const { data } = await api.POST('/schools/{schoolId}/documents', {
    params: { path: { schoolId } },
    body: { title: 'Bus routes', description: '<p>From November on.</p>', attachments: [attachment] },
  });
  return data.id;
}

/** The Document Library; the school's own details come first and have no files. */
export async function listDocuments(api: DirectoryClient, { schoolId }: School) {
  const { data } = await api.GET('/schools/{schoolId}/documents', { params: { path: { schoolId } } });
  return data.documents.map(({ title, attachments }) => `${title}: ${attachments.length} files`);
}

/** One document with its files. */
export async function getDocument(api: DirectoryClient, { schoolId, documentId }: Document) {
  const { data } = await api.GET('/schools/{schoolId}/documents/{documentId}', {
    params: { path: { schoolId, documentId } },
  });
  return data.attachments.map(({ id }) => id);
}

/** An address that lasts five minutes: ask for a new one each time. */
export async function getDocumentAttachmentDownloadUrl(
  api: DirectoryClient,
  { schoolId, documentId, attachmentId }: Document & { attachmentId: string },
) {
  const { data } = await api.GET(
    '/schools/{schoolId}/documents/{documentId}/attachments/{attachmentId}/download-url',
    { params: { path: { schoolId, documentId, attachmentId } } },
  );
  return data.url;
}

/** Changes a document, unless somebody else did since it was read. Nobody is alerted. */
export async function changeDocument(api: DirectoryClient, { schoolId, documentId }: Document) {
  const path = { schoolId, documentId };
  const read = await api.GET('/schools/{schoolId}/documents/{documentId}', { params: { path } });
  const { data } = await api.PATCH('/schools/{schoolId}/documents/{documentId}', {
    params: { path, header: ifMatch(read.response) },
    body: { title: 'Bus routes for the winter' },
  });
  return data.title;
}

/** Deletes a document with its files. */
export async function deleteDocument(api: DirectoryClient, { schoolId, documentId }: Document) {
  await api.DELETE('/schools/{schoolId}/documents/{documentId}', {
    params: { path: { schoolId, documentId } },
  });
}
