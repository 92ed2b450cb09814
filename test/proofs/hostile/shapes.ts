/* What costs much more than its length where it is looked at too early, or too closely. */

/** Of a body, a little below what is read at all. */
const BYTES = 1_000_000;

const filled = (piece: string, bytes: number): string =>
  piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)));

/** Texts that grow by their piece. */
const PIECES = {
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

/** Of a query or a header, which together are not more than 192 kB. */
const HEAD_BYTES = 150_000;

/** By name: an encoded query. */
export const QUERIES: [name: string, query: (name: string) => string][] = [
  ...(
    ['combining marks in turn', 'joiners and selectors', 'digits', 'blanks', 'dots of an address'] as const
  ).map((name): (typeof QUERIES)[number] => [
    `query: ${name}`,
    (parameter) => `${parameter}=${filled(encodeURIComponent(PIECES[name]), HEAD_BYTES)}`,
  ]),
  ['query: one parameter many times', (parameter) => filled(`${parameter}=1&`, HEAD_BYTES)],
  ['query: many parameters', () => Array.from({ length: 15_000 }, (_, at) => `u${at}=1`).join('&')],
  ['query: percent signs', (parameter) => `${parameter}=${filled('%', HEAD_BYTES)}`],
];

/** By name: a header, and what it is filled with. */
export const HEADERS: [name: string, header: string, value: string][] = [
  ['If-None-Match: quotes', 'If-None-Match', filled('"a",', HEAD_BYTES)],
  ['If-None-Match: an open quote', 'If-None-Match', `"${filled('a"', HEAD_BYTES)}`],
  ['If-Match: commas', 'If-Match', filled(' ,', HEAD_BYTES)],
  ['Accept-Encoding: many codings', 'Accept-Encoding', filled('gzip;q=0.1,', HEAD_BYTES)],
  ['Accept: many types', 'Accept', filled('text/*;q=0.1,', HEAD_BYTES)],
  ['Accept-Language: many languages', 'Accept-Language', filled('de;q=0.1,', HEAD_BYTES)],
  ['Range: many ranges', 'Range', `bytes=${filled('0-1,', HEAD_BYTES)}`],
  ['Content-Type: many parameters', 'Content-Type', `application/json${filled(';a="b"', HEAD_BYTES)}`],
  ['Idempotency-Key: long', 'Idempotency-Key', filled('k', HEAD_BYTES)],
  ['Cookie: many', 'Cookie', filled('a=b;', HEAD_BYTES)],
  ['X-Forwarded-For: many', 'X-Forwarded-For', filled('1.1.1.1,', HEAD_BYTES)],
  ['Authorization: dots', 'Authorization', `Bearer ${filled('a.', HEAD_BYTES)}`],
  ['Authorization: base64', 'Authorization', `Basic ${filled('Ojo6', HEAD_BYTES)}`],
];
