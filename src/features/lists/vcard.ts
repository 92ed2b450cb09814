import type { GuardianRelation } from '../directory/guardians/guardian-relation.js';
import type { Recipient } from './message-recipients.repository.js';

/*
 * RFC 6350, and RFC 2426 for older address books, as far as these need them. Written here and not with ical.js: its continuation lines are an octet
 * too long, a telephone URI loses its VALUE, and a carriage return goes through as it is.
 */

const MAX_OCTETS = 75;

/** RFC 6350 §3.4: a line break becomes `\n`, other control characters cannot be written. */
export const textValue = (value: string): string =>
  value
    .replace(/\r\n?/g, '\n')
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, '')
    .replace(/[\\,;]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n');

/** Components of a structured value, such as N. */
export const compound = (...components: string[]): string => components.map(textValue).join(';');

/** RFC 6350 §3.2: folded at 75 octets, never within a character, and ended by CRLF. */
export function contentLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return `${folded}\r\n`;
}

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

/** Versions of the format, the one that is written unasked first. */
export const VCARD_VERSIONS = ['4.0', '3.0'] as const;

export type VcardVersion = (typeof VCARD_VERSIONS)[number];

/** One vCard a recipient; what the masks have hidden is not there to be written. */
export const recipientCards = (recipients: Recipient[], version: VcardVersion): string =>
  recipients
    .flatMap((recipient) => linesOf(recipient, version))
    .map(contentLine)
    .join('');

function linesOf(recipient: Recipient, version: VcardVersion): string[] {
  const { guardian_id, first_name, last_name, name, email, phone, relation, student_name } = recipient;
  const note = relation && student_name && `${OF[relation]} of ${student_name}`;
  return [
    'BEGIN:VCARD',
    `VERSION:${version}`,
    `UID:urn:uuid:${guardian_id}`,
    // A card has to have a name to be shown by; not everyone on file has one.
    `FN:${textValue(name || note || 'Parent')}`,
    `N:${compound(last_name, first_name, '', '', '')}`,
    // As text, the default of both versions: readers show the address of a `tel:` URI as it is.
    ...(phone ? [`TEL:${textValue(phone)}`] : []),
    ...(email ? [`EMAIL${version === '3.0' ? ';TYPE=INTERNET' : ''}:${textValue(email)}`] : []),
    ...(note ? [`NOTE:${textValue(note)}`] : []),
    'END:VCARD',
  ];
}
