/*
 * RFC 6350 as far as an address book needs it. Written here and not with ical.js: its continuation lines are an octet
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
