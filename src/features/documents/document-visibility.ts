import { isAddressedTo, isManagedBy, type AudienceViewer } from '../../access/audience.js';

/** True for a row of `documents` that the list shows the caller: what is addressed to them, admins included. */
export const isDocumentListed = (document: string, viewer: AudienceViewer): string =>
  `(${document}.school_id = ${viewer.school} and ${isAddressedTo(document, viewer)})`;

/** True for one that is there for the caller by its id: who manages it sees it too. */
export const isDocumentShown = (document: string, viewer: AudienceViewer): string =>
  `(${document}.school_id = ${viewer.school}
    and (${isAddressedTo(document, viewer)} or ${isManagedBy(document, viewer)}))`;
