/** Prefixes of the namespaces that answers use. */
const NAMESPACES: Record<string, string> = {
  'DAV:': 'd',
  'urn:ietf:params:xml:ns:carddav': 'c',
  'http://calendarserver.org/ns/': 's',
};

/** Name of an element of CardDAV (RFC 6352), as a parsed document has it. */
export const CARDDAV = (local: string): string => `{urn:ietf:params:xml:ns:carddav}${local}`;

const DECLARATIONS = Object.entries(NAMESPACES)
  .map(([uri, prefix]) => ` xmlns:${prefix}="${uri}"`)
  .join('');

const ESCAPED: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** Characters that XML has no way to write are left out. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>"\r]/g, (character) => ESCAPED[character]!);

/** @param content XML */
export const element = (name: string, content = ''): string =>
  content === '' ? `<${name}/>` : `<${name}>${content}</${name}>`;

/** The name as answers write it, such as `d:prop`; null for one of another namespace. */
export function knownName({ uri, local }: { uri: string; local: string }): string | null {
  const prefix = NAMESPACES[uri];
  return prefix === undefined ? null : `${prefix}:${local}`;
}

/** An empty element of that name, of whatever namespace. */
export function emptyElement(name: { uri: string; local: string }): string {
  const known = knownName(name);
  if (known !== null) return element(known);
  return name.uri === '' ? `<${name.local} xmlns=""/>` : `<x:${name.local} xmlns:x="${xmlText(name.uri)}"/>`;
}

/** @param root name of its root, and its content */
export const document = (root: string, content: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<${root}${DECLARATIONS}>${content}</${root}>\n`;

const statusLine = (status: 200 | 404): string =>
  element('d:status', `HTTP/1.1 ${status} ${status === 200 ? 'OK' : 'Not Found'}`);

/** One resource of a multistatus, with the properties that it has, and the names of those that it has not. */
export const response = (href: string, found: string, missing: string): string =>
  element(
    'd:response',
    hrefElement(href) +
      (found || !missing ? element('d:propstat', element('d:prop', found) + statusLine(200)) : '') +
      (missing ? element('d:propstat', element('d:prop', missing) + statusLine(404)) : ''),
  );

/** A resource that is not there, or not for this reader. */
export const goneResponse = (href: string): string =>
  element('d:response', hrefElement(href) + statusLine(404));

export const hrefElement = (href: string): string => element('d:href', xmlText(href));
