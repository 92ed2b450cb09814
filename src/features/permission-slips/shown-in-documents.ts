import type { Shown } from '../disclosures/disclosed-subject.js';
import type { ResponseRow } from './slip-pdfs.repository.js';

/* What the documents show, for `@Discloses`: their bytes do not tell it any more. */

/** The email of the account is a contact of whoever has signed. */
export const shownInResponse = ({ signature, secondSignature }: ResponseRow): Shown => ({
  contacts: [signature, secondSignature].flatMap((signed) =>
    signed?.accountEmail && signed.membershipId ? [signed.membershipId] : [],
  ),
});
