import type { SerializedJson } from '../../platform/http/prepared-json.js';
import { hasContact, type LoggedAccess } from '../access-log/access-log-subject.js';
import type { MessageRecipient } from './message-recipient.dto.js';
import type { ListGuardianBody } from './list-guardian.dto.js';

/* Personal data in the answers about lists, for `@LogsAccess`. */

export const accessToEntries = (entries: ListGuardianBody[]): LoggedAccess => ({
  contacts: entries.filter(hasContact).map((entry) => entry.guardian_membership_id),
  addresses: entries.flatMap(({ address, linked_student_id }) => (address && linked_student_id) ?? []),
});

export const accessInEntries = ({ text }: SerializedJson): LoggedAccess =>
  accessToEntries(JSON.parse(text) as ListGuardianBody[]);

export const accessToRecipients = (
  recipients: (Pick<MessageRecipient, 'guardian_membership_id' | 'guardian_id' | 'phone'> & {
    email?: string | null;
  })[],
): LoggedAccess => ({
  // A member may be reached through a record that is not linked to them.
  contacts: recipients
    .filter(hasContact)
    .map(({ guardian_membership_id, guardian_id }) => guardian_membership_id ?? guardian_id),
});
