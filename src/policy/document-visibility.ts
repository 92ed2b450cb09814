import { type AudienceViewer, isAddressedTo, isManagedBy } from './audience.js';

/** True for a row of `documents` that the list shows the caller: what is addressed to them, admins included. */
export const isDocumentListed = (document: string, viewer: AudienceViewer): string =>
  `(${document}.school_id = ${viewer.school} and ${isAddressedTo(document, viewer)})`;

/** True for a document that the caller may read by its id: addressed to them, or managed by them. */
export const isDocumentVisible = (document: string, viewer: AudienceViewer): string =>
  `(${document}.school_id = ${viewer.school}
    and (${isAddressedTo(document, viewer)} or ${isManagedBy(document, viewer)}))`;

/** True of a row of `documents` for 14 days, until the member opens it (contract section 8). */
export const isDocumentNew = (document: string, { membership, now }: AudienceViewer): string =>
  `(${document}.created_at > ${now}::timestamptz - interval '14 days' and not exists (
    select from document_openings opening
    where opening.school_id = ${document}.school_id and opening.document_id = ${document}.id and opening.membership_id = ${membership}::uuid))`;

/** SQL for the number of those that the list shows the caller of one organization. @param organization SQL of its id */
export const countDocumentsOf = (organization: string, viewer: AudienceViewer): string =>
  `(select count(*)::int from documents of_it where of_it.organization_id = ${organization} and ${isDocumentListed('of_it', viewer)})`;
