import type { JsonText } from '../../http/json-text.js';
import { hasContact, type Shown } from '../disclosures/disclosed-subject.js';
import type { ListGuardianBody } from './list-guardian.dto.js';
import type { MessageRecipient } from './message-recipient.dto.js';

/* What the answers about lists show, for `@Discloses`. */

export const shownOfEntries = (entries: ListGuardianBody[]): Shown => ({
  contacts: entries.filter(hasContact).map((entry) => entry.guardian_membership_id),
  addresses: entries.flatMap(({ address, linked_student_id }) => (address && linked_student_id) ?? []),
});

export const shownInEntries = ({ text }: JsonText): Shown =>
  shownOfEntries(JSON.parse(text) as ListGuardianBody[]);

export const shownOfRecipients = (
  recipients: (Pick<MessageRecipient, 'guardian_membership_id' | 'guardian_id' | 'phone'> & {
    email?: string | null;
  })[],
): Shown => ({
  // A member may be reached through a record that is not linked to them.
  contacts: recipients
    .filter(hasContact)
    .map(({ guardian_membership_id, guardian_id }) => guardian_membership_id ?? guardian_id),
});
