import type { GuardianRelation } from '../directory/guardian-relation.js';
import type { Recipient } from './message-recipients.repository.js';
import { compound, contentLine, textValue } from './vcard.js';

const OF: Record<GuardianRelation, string> = {
  mother: 'Mother',
  father: 'Father',
  parent: 'Parent',
  stepparent: 'Stepparent',
  grandparent: 'Grandparent',
  guardian: 'Guardian',
  relative: 'Relative',
  other: 'Contact',
};

/** One vCard 4.0 a recipient; what the masks have hidden is not there to be written. */
export const recipientCards = (recipients: Recipient[]): string =>
  recipients.flatMap(linesOf).map(contentLine).join('');

function linesOf(recipient: Recipient): string[] {
  const { guardian_id, first_name, last_name, name, email, phone, relation, student_name } = recipient;
  const note = relation && student_name && `${OF[relation]} of ${student_name}`;
  return [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `UID:urn:uuid:${guardian_id}`,
    // A card has to have a name to be shown by; not everyone on file has one.
    `FN:${textValue(name || note || 'Parent')}`,
    `N:${compound(last_name, first_name, '', '', '')}`,
    ...(phone ? [telephone(phone)] : []),
    ...(email ? [`EMAIL:${textValue(email)}`] : []),
    ...(note ? [`NOTE:${textValue(note)}`] : []),
    'END:VCARD',
  ];
}

/** What is no E.164 number is no `tel:` URI either (RFC 3966 §5.1.4). */
const telephone = (phone: string): string =>
  /^\+\d+$/.test(phone) ? `TEL;VALUE=uri:tel:${phone}` : `TEL;VALUE=text:${textValue(phone)}`;
