/* What costs much more than its length where it is looked at too early, or too closely. */

/** Of a body, a little below what is read at all. */
export const BYTES = 1_000_000;

export const filled = (piece: string, bytes: number): string =>
  piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)));

/** Texts that grow by their piece. */
export const PIECES = {
  'combining marks in turn': '\u0301\u0316',
  'thirty marks a letter': `e${'\u0301\u0316'.repeat(15)}`,
  'letters that decompose': '\u1f82\ufdfa',
  'joiners and selectors': '\u200d\ufe0f\u200c',
  'fillers and overrides': '\u200b\u202e\u2066\u3164\u00ad',
  'regional indicators': '🇦🇩',
  blanks: ' \u00a0\t\n',
  'less-than signs': '<',
  'nested tags': '<b><i><ul><li><table><tr><td>',
  'ends of tags': '</p></b></table>',
  'attributes without an end': '<a href="<img src=\'',
  'entities of marks': '&#769;&#x316;',
  'entities of entities': '&amp;amp;lt;',
  'embedded images':
    '<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR4nGNg">',
  digits: '9',
  'dots of an address': 'a@a.',
  'lone surrogates': '\ud800',
} as const;

/** By name: JSON for one text of the body, of 1 MB and of just what the field takes. */
export const TEXTS: [name: string, json: (maxLength: number) => string[]][] = [
  ...Object.entries(PIECES).map(([name, piece]): (typeof TEXTS)[number] => [
    name,
    (maxLength) => [
      JSON.stringify(filled(piece, BYTES))
        .slice(0, BYTES)
        .replace(/[^"]?$/, '"')
        .replace(/\\u?[0-9a-f]{0,3}"$/, '"'),
      JSON.stringify(piece.repeat(Math.ceil(maxLength / piece.length)).slice(0, maxLength)),
    ],
  ]),
  ['string escapes', () => [`"${filled('\\u0301', BYTES)}"`]],
];

const many = (element: string): string => `[${filled(`${element},`, BYTES)}${element}]`;

/** By name: JSON in the place of any value. */
export const VALUES: [name: string, json: string][] = [
  ['a number of a million digits', filled('9', BYTES)],
  ['a million fractions', `0.${filled('1', BYTES)}`],
  ['deep lists', `${'['.repeat(BYTES / 2)}${']'.repeat(BYTES / 2)}`],
  ['deep objects', `${filled('{"a":', BYTES * 0.8)}1${'}'.repeat(Math.floor((BYTES * 0.8) / 5))}`],
  ['a list of empty objects', many('{}')],
  ['a list of zeroes', many('0')],
  ['a list of empty texts', many('""')],
  ['an object of many members', objectOf((at) => `"u${at}":0`)],
  ['an object of many numbers', objectOf((at) => `"${at}":0`)],
];

/** By name: a whole body, of a type that an operation may read. */
export const BODIES: [name: string, body: string, type?: string][] = [
  ...VALUES.slice(2).map(([name, json]): [string, string] => [name, json]),
  ['a text of backslashes', `{"a":"${filled('\\\\', BYTES)}"}`],
  ['a text without an end', `{"a":"${filled('\\"', BYTES)}`],
  ['blanks alone', filled(' \t\r\n', BYTES)],
  ['commas alone', filled(',', BYTES)],
  ['zero bytes', filled('\0', BYTES)],
  ['a body of a type with many parameters', '{}', `application/json${filled('; charset=utf-8', 150_000)}`],
  ...xmlBodies(),
  ['XML of entities', `<!DOCTYPE a [${filled('<!ENTITY b "&b;">', BYTES)}]>`, 'application/xml'],
];

/** By name: members beside those of a right body. */
export const MEMBERS: [name: string, json: string][] = [
  ['unknown members', objectOf((at) => `"u${at}":0`).slice(1, -1)],
  ['one member again and again', filled('"title":"a",', BYTES).slice(0, -1)],
  ['prototypes', filled('"__proto__":{"constructor":{"prototype":{"then":1}}},', BYTES).slice(0, -1)],
];

function objectOf(member: (at: number) => string): string {
  const members: string[] = [];
  for (let bytes = 0, at = 0; bytes < BYTES; at += 1) {
    const text = member(at);
    members.push(text);
    bytes += text.length + 1;
  }
  return `{${members
    .join()
    .slice(0, BYTES)
    .replace(/,[^,]*$/, '')}}`;
}

/** What address book programs send, and what costs more than its length in it. */
function xmlBodies(): [name: string, body: string, type: string][] {
  const type = 'application/xml';
  const [dav, carddav] = ['xmlns:d="DAV:"', 'xmlns:c="urn:ietf:params:xml:ns:carddav"'];
  const propfind = (names: string): string => `<d:propfind ${dav}><d:prop>${names}</d:prop></d:propfind>`;
  const query = (filters: string): string =>
    `<c:addressbook-query ${dav} ${carddav}><d:prop><c:address-data/></d:prop><c:filter>${filters}</c:filter></c:addressbook-query>`;
  const much = BYTES - 1_000;
  return [
    ['deep XML', filled('<a>', BYTES), type],
    ['XML of elements', propfind(filled('<a/>', much)), type],
    ['XML of elements with namespaces', propfind(filled('<a xmlns="b"/>', much)), type],
    ['XML of one long name', propfind(`<${filled('a', much)}/>`), type],
    ['XML of one long namespace', propfind(`<a xmlns="${filled('b', much)}"/>`), type],
    ['XML of attributes', `<a ${Array.from({ length: 90_000 }, (_, at) => `a${at}=""`).join(' ')}/>`, type],
    ['XML of references', `<a>${filled('&#116;', much)}</a>`, type],
    ['XML of less-than signs', filled('<', BYTES), type],
    ['XML of comments', `<a>${filled('<!--a-->', much)}</a>`, type],
    ['XML of blanks', `<a${filled(' ', much)}/>`, type],
    [
      'a multiget of many cards',
      `<c:addressbook-multiget ${dav} ${carddav}>${filled('<d:href>/carddav/books/a/b.vcf</d:href>', 900_000)
        .slice(0, 700_000)
        .replace(/<[^<]*(<\/d:href)?$/, '')}</c:addressbook-multiget>`,
      type,
    ],
    ['a query of filters', query(filled('<c:prop-filter name="FN"/>', 500_000)), type],
    [
      'a query of one long text',
      query(
        `<c:prop-filter name="FN"><c:text-match>${filled('a', much - 500)}</c:text-match></c:prop-filter>`,
      ),
      type,
    ],
  ];
}
