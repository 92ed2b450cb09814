import { filled, PIECES } from './shapes.js';

/** Of a query, a header or a path, which together are not more than 192 kB. */
const HEAD_BYTES = 150_000;

const pairs = (count: number, pair: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => pair(at)).join('&');

/** By name: an encoded query. */
export const QUERIES: [name: string, query: (name: string) => string][] = [
  ...(
    ['combining marks in turn', 'joiners and selectors', 'digits', 'blanks', 'dots of an address'] as const
  ).map((name): (typeof QUERIES)[number] => [
    `query: ${name}`,
    (parameter) => `${parameter}=${filled(encodeURIComponent(PIECES[name]), HEAD_BYTES)}`,
  ]),
  ['query: one parameter many times', (parameter) => filled(`${parameter}=1&`, HEAD_BYTES)],
  ['query: one parameter four thousand times', () => filled('a=b&', 16_000)],
  ['query: a parameter of the standards many times', () => filled('resource=https://a.example&', 80_000)],
  ['query: many parameters', () => pairs(15_000, (at) => `u${at}=1`)],
  ['query: many parameters without a value', () => pairs(20_000, (at) => `u${at}`)],
  ['query: ampersands', () => filled('&', HEAD_BYTES)],
  ['query: equals signs', (parameter) => `${parameter}=${filled('=', HEAD_BYTES)}`],
  ['query: percent signs', (parameter) => `${parameter}=${filled('%', HEAD_BYTES)}`],
  ['query: plus signs', (parameter) => `${parameter}=${filled('+', HEAD_BYTES)}`],
  ['query: brackets', (parameter) => pairs(9_000, (at) => `${parameter}[a][${at}]=1`)],
  ['query: prototypes', () => filled('__proto__[constructor]=1&', HEAD_BYTES)],
];

/** By name: a header, and what it is filled with. */
export const HEADERS: [name: string, header: string, value: string][] = [
  ['If-None-Match: quotes', 'If-None-Match', filled('"a",', HEAD_BYTES)],
  ['If-None-Match: an open quote', 'If-None-Match', `"${filled('a"', HEAD_BYTES)}`],
  ['If-Match: commas', 'If-Match', filled(' ,', HEAD_BYTES)],
  ['Accept-Encoding: many codings', 'Accept-Encoding', filled('gzip;q=0.1,', HEAD_BYTES)],
  ['Accept: many types', 'Accept', filled('text/*;q=0.1,', HEAD_BYTES)],
  ['Accept: many parameters', 'Accept', `text/html${filled(';a="b"', HEAD_BYTES)}`],
  ['Accept-Language: many languages', 'Accept-Language', filled('de;q=0.1,', HEAD_BYTES)],
  ['Range: many ranges', 'Range', `bytes=${filled('0-1,', HEAD_BYTES)}`],
  ['Content-Type: many parameters', 'Content-Type', `application/json${filled(';a="b"', HEAD_BYTES)}`],
  [
    'Content-Type: a boundary of blanks',
    'Content-Type',
    `multipart/form-data; boundary=${filled(' ', HEAD_BYTES)}`,
  ],
  ['Idempotency-Key: long', 'Idempotency-Key', filled('k', HEAD_BYTES)],
  ['Cookie: many', 'Cookie', filled('a=b;', HEAD_BYTES)],
  ['Cookie: many of one name', 'Cookie', filled('school-directory=b; ', HEAD_BYTES)],
  ['Cookie: those of the library', 'Cookie', filled('oauth_session=b; oauth_interaction=', HEAD_BYTES)],
  ['Cookie: quotes', 'Cookie', `a="${filled('" ;"', HEAD_BYTES)}`],
  ['X-Forwarded-For: digits', 'X-Forwarded-For', `:${filled('1', HEAD_BYTES)}`],
  ['X-Forwarded-For: many', 'X-Forwarded-For', filled('1.1.1.1,', HEAD_BYTES)],
  ['Authorization: dots', 'Authorization', `Bearer ${filled('a.', HEAD_BYTES)}`],
  ['Authorization: base64', 'Authorization', `Basic ${filled('Ojo6', HEAD_BYTES)}`],
  ['Authorization: blanks', 'Authorization', `Bearer${filled(' ', HEAD_BYTES)}a`],
  ['traceparent: dashes', 'traceparent', filled('00-', HEAD_BYTES)],
];

/** By name: what stands in the place of a segment of a path. */
export const SEGMENTS: [name: string, segment: string][] = [
  ['encoded letters', filled('%41', HEAD_BYTES)],
  ['what cannot be decoded', filled('%C0%', HEAD_BYTES)],
  ['slashes', filled('/', HEAD_BYTES)],
  ['encoded slashes', filled('%2F', HEAD_BYTES)],
  ['dots', filled('../', HEAD_BYTES)],
  ['digits and dashes', filled('0-', HEAD_BYTES)],
  ['marks', filled(encodeURIComponent('\u0301\u0316'), HEAD_BYTES)],
  ['blanks', filled('%20', HEAD_BYTES)],
];
