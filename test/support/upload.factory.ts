import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import {
  extensionOfAttachment,
  type AttachmentType,
} from '../../src/features/attachments/attachment-type.js';
import { aFileOf } from './files/attachment-files.js';
import type { ApiAnswer } from './api-client.js';
import type { TestApp } from './test-app.js';

export interface Upload {
  bytes?: Buffer;
  name?: string;
  /** As the part declares it. */
  type?: string;
  entityType?: string | null;
}

/** A form as a browser sends it: a PDF for a document, unless given. */
export function aForm({ bytes, name, type, entityType }: Required<Upload>): FormData {
  const form = new FormData();
  if (entityType !== null) form.append('entity_type', entityType);
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
  return form;
}

export async function upload(
  t: TestApp,
  schoolId: string,
  token: string | undefined,
  given: Upload = {},
): Promise<ApiAnswer> {
  const type = given.type ?? 'application/pdf';
  const form = aForm({
    bytes: given.bytes ?? (await aFileOf(type as AttachmentType)),
    name: given.name ?? `Field trip.${extensionOfAttachment(type as AttachmentType)}`,
    type,
    entityType: given.entityType === undefined ? 'document' : given.entityType,
  });
  return t.api.post(`/schools/${schoolId}/attachments`, { token, body: form });
}

/** Files that are being received by this process, or by another one. */
export const spooledFiles = (pid = process.pid): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`school-directory-upload-${pid}-`));

export interface Part {
  headers: string[];
  body?: string | Buffer;
}

export const BOUNDARY = 'a-boundary';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A form as it is on the wire, right or wrong. */
export const wire = (parts: Part[], end = `--${BOUNDARY}--\r\n`): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ headers, body = '' }) => [
      Buffer.from(`--${BOUNDARY}\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(end),
  ]);

export const field = (name: string, body: string): Part => ({
  headers: [`Content-Disposition: form-data; name="${name}"`],
  body,
});

export const filePart = (
  body: string | Buffer,
  fileName = 'filename="a.pdf"',
  type = 'application/pdf',
  name = 'file',
): Part => ({
  headers: [
    `Content-Disposition: form-data; name="${name}"; ${fileName}`,
    ...(type ? [`Content-Type: ${type}`] : []),
  ],
  body,
});
