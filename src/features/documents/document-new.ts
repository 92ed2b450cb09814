import type { AudienceViewer } from '../../access/audience.js';

/** True of a row of `documents` for 14 days, until the member opens it (contract section 8). */
export const isDocumentNew = (document: string, { membership, now }: AudienceViewer): string =>
  `(${document}.created_at > ${now}::timestamptz - interval '14 days' and not exists (
    select from document_openings opening
    where opening.document_id = ${document}.id and opening.membership_id = ${membership}::uuid))`;
