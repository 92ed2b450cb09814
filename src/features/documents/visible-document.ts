import { isAddressedTo, type AudienceViewer } from '../../access/audience.js';

/** True for the documents of the school that the list shows the caller: admins too get what is addressed to them. */
export const isListedDocument = (document: string, viewer: AudienceViewer): string =>
  `(${document}.school_id = ${viewer.school}::uuid and ${isAddressedTo(document, viewer)})`;

/** True for 14 days, until the member opens the document (contract section 8). */
export const isNewDocument = (document: string, { membership, now }: AudienceViewer): string =>
  `(${document}.created_at > ${now}::timestamptz - interval '14 days' and not exists (
    select from document_openings opening
    where opening.document_id = ${document}.id and opening.membership_id = ${membership}::uuid))`;
