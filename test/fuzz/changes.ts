import * as fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { hostileText, hostileValue, POLLUTION } from './values.js';

/** A request before it is written. */
export interface Draft {
  method: string;
  path: string;
  headers: [string, string][];
  /** Of a JSON body; undefined without one. */
  body: unknown;
  /** It has a form for a body, unless a JSON body takes its place. */
  isForm: boolean;
  /** What becomes of the text of the body when it is written. */
  rewrite: string | null;
}

/** What is done to a right request, as data that can be read. */
export type Change = [how: keyof typeof CHANGES, ...given: unknown[]];

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The places in a body, outermost first. */
function placesIn(value: unknown): [holder: Json, key: string][] {
  if (!isObject(value)) return [];
  const here = Object.keys(value).map((key) => [value, key] as [Json, string]);
  return [...here, ...here.flatMap(([, key]) => placesIn(value[key]))];
}

function change(draft: Draft, at: number, edit: (holder: Json, key: string) => void): void {
  draft.body = structuredClone(draft.body ?? {});
  const places = placesIn(draft.body);
  const place = places[at % Math.max(places.length, 1)];
  if (place) edit(...place);
}

const define = (holder: Json, key: string, value: unknown): unknown =>
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });

const CHANGES = {
  field: (draft: Draft, at: number, value: unknown) =>
    change(draft, at, (holder, key) => void define(holder, key, value)),
  'without field': (draft: Draft, at: number) =>
    change(draft, at, (holder, key) => void Reflect.deleteProperty(holder, key)),
  list: (draft: Draft, at: number) => change(draft, at, (holder, key) => void (holder[key] = [holder[key]])),
  'more fields': (draft: Draft, more: Json) => {
    draft.body = isObject(draft.body) ? structuredClone(draft.body) : {};
    for (const [key, value] of Object.entries(more)) define(draft.body as Json, key, value);
  },
  body: (draft: Draft, body: unknown) => void (draft.body = body),
  rewrite: (draft: Draft, how: string) => {
    draft.rewrite = how;
    draft.body ??= {};
  },
  query: (draft: Draft, query: string) =>
    void (draft.path += `${draft.path.includes('?') ? '&' : '?'}${query}`),
  segment: (draft: Draft, at: number, text: string) => {
    const [path = '', ...query] = draft.path.split('?');
    const segments = path.split('/');
    segments[1 + (at % (segments.length - 1))] = text;
    draft.path = [segments.join('/'), ...query].join('?');
  },
  header: (draft: Draft, name: string, value: string) => void draft.headers.push([name, value]),
  method: (draft: Draft, method: string) => void (draft.method = method),
};

export const apply = (draft: Draft, [how, ...given]: Change): void =>
  (CHANGES[how] as (draft: Draft, ...given: unknown[]) => void)(draft, ...given);

/** What can be done to the text of a body. */
export const REWRITES: Record<string, (text: string) => Buffer> = {
  truncated: (text) => Buffer.from(text.slice(0, -1)),
  'cut in half': (text) => Buffer.from(text.slice(0, text.length / 2)),
  'nothing but white space': () => Buffer.from(' \r\n'),
  'a mark in front': (text) => Buffer.from(`\ufeff${text}`),
  'in UTF-16': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'bytes that are no UTF-8': (text) =>
    Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xc0, 0x7d])]),
  'every field twice': (text) => Buffer.from(text.replace(/^\{(.*)\}$/s, '{$1,$1}')),
  'a comma too much': (text) => Buffer.from(text.replace(/\}$/, ',}')),
  'a comment': (text) => Buffer.from(`${text} // and more`),
  'NaN in it': (text) => Buffer.from(text.replace(/\}$/, ',"n":NaN}')),
  'a very deep list': () => Buffer.from('['.repeat(50_000) + ']'.repeat(50_000)),
  'a very deep object': () => Buffer.from('{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000)),
  'very many fields': () =>
    Buffer.from(
      JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`f${at}`, at]))),
    ),
  'over 1 MB': (text) => Buffer.from(text.replace(/\}$/, `,"x":"${'x'.repeat(1_100_000)}"}`)),
  'a bare text': () => Buffer.from('"text"'),
  'a bare number': () => Buffer.from('1e400'),
  'a list of it': (text) => Buffer.from(`[${text}]`),
  null: () => Buffer.from('null'),
  gzip: (text) => gzipSync(text),
  'a form': () => Buffer.from('title=a&title=b&__proto__[x]=1'),
};

const QUERY_NAMES = [
  'schoolId',
  'studentId',
  'season',
  'from',
  'to',
  'scope',
  'org',
  'list',
  'starred',
  'date',
  'start',
];
const MORE_QUERY_NAMES = [
  'force',
  'unreadOnly',
  'kind',
  'q',
  'graduationYear',
  'full',
  '__proto__',
  'constructor',
  'a b',
];
const QUERY_FORMS = ['', '[]', '[b]', '[__proto__][x]', '%5B%5D', '.x', '%00'];

const query = (): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...QUERY_NAMES, ...MORE_QUERY_NAMES),
      fc.constantFrom(...QUERY_FORMS),
      fc.oneof(
        hostileText().map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 9_000)),
        fc.constantFrom(
          '%',
          '%zz',
          '%ff',
          '%c0%80',
          '+',
          'a=b',
          'true',
          '1e400',
          '2030',
          '-0',
          '2026-09-06',
          'x'.repeat(20_000),
        ),
      ),
      fc.boolean(),
    )
    .map(([name, form, value, twice]) => {
      const pair = `${name.replace(' ', '%20')}${form}=${value}`;
      return twice ? `${pair}&${name.replace(' ', '+')}=1` : pair;
    });

const SEGMENTS = [
  '%',
  '%zz',
  '%ff',
  '%00',
  '%2f',
  '%2e%2e',
  '..',
  '.',
  '',
  '%ED%A0%80',
  '%F0%9F%98%80',
  '__proto__',
];
const MORE_SEGMENTS = [
  'constructor',
  'null',
  'undefined',
  '0',
  '-1',
  '00000000-0000-0000-0000-000000000000',
  '*',
  ':id',
];
const LONG_SEGMENTS = [
  'x'.repeat(5_000),
  '%41'.repeat(5_000),
  'x'.repeat(210_000),
  'a b',
  '\u00e9',
  '<',
  '{',
  '\\',
  ';a=b',
];

const ETAGS = ['*', '"x"', 'W/"x"', '"', '', 'x'.repeat(9_000), '"a", "b"', '\u00e9'];
const KEYS = ['k', '', ' ', 'x'.repeat(200), 'x'.repeat(201), '\u00e9', 'a, b', '__proto__', '\0'];
const LANGUAGES = ['de', '*', 'x'.repeat(500), 'en;q=abc', ',,,', '\u00e9'];
const TYPES = [
  ...[
    'text/plain',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'application/json; charset=nope',
  ],
  ...[
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    '',
    '/',
    'application/merge-patch+json',
  ],
];
const ENCODINGS = ['gzip', 'deflate', 'br', 'identity', 'nope', 'gzip, gzip'];
const ACCEPTS = [
  'text/html',
  'application/xml',
  '*/*',
  'image/*;q=0',
  '/',
  'application/json;version=9',
  'x'.repeat(2_000),
];

const named = (name: string, values: string[]): fc.Arbitrary<Change> =>
  fc.constantFrom(...values).map((value) => ['header', name, value]);

const header = (): fc.Arbitrary<Change> =>
  fc.oneof(
    { weight: 2, arbitrary: named('If-Match', ETAGS) },
    named('If-None-Match', ETAGS),
    { weight: 2, arbitrary: named('Idempotency-Key', KEYS) },
    named('Accept', ACCEPTS),
    named('Accept-Language', LANGUAGES),
    { weight: 2, arbitrary: named('Content-Type', TYPES) },
    named('Content-Encoding', ENCODINGS),
    named('Authorization', ['Bearer', 'Bearer x', 'Basic x', 'Basic Og==', 'Bearer a b', '\u00e9']),
    named('Content-Length', ['-1', 'x', '1e9']),
    named('Transfer-Encoding', ['gzip', 'x']),
    named('Expect', ['100-continue', 'x']),
    named('Range', ['bytes=0-1', 'bytes=9-1', 'x=1']),
    named('If-Modified-Since', ['x', 'Thu, 01 Jan 1970 00:00:00 GMT', '99999999']),
    named('X-HTTP-Method-Override', ['DELETE']),
    named('X-Forwarded-For', ['127.0.0.1', 'x'.repeat(1_000)]),
    named('Upgrade', ['websocket']),
    named('bad name', ['x']),
  );

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'get',
  'FOO',
];

export const anyChange = (): fc.Arbitrary<Change> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.tuple(fc.constant('field' as const), fc.nat(20), hostileValue()) },
    { weight: 2, arbitrary: fc.tuple(fc.constant('without field' as const), fc.nat(20)) },
    { weight: 1, arbitrary: fc.tuple(fc.constant('list' as const), fc.nat(20)) },
    { weight: 2, arbitrary: fc.tuple(fc.constant('more fields' as const), fc.constantFrom(...POLLUTION)) },
    { weight: 1, arbitrary: fc.tuple(fc.constant('body' as const), hostileValue()) },
    {
      weight: 3,
      arbitrary: fc.tuple(fc.constant('rewrite' as const), fc.constantFrom(...Object.keys(REWRITES))),
    },
    { weight: 4, arbitrary: fc.tuple(fc.constant('query' as const), query()) },
    {
      weight: 3,
      arbitrary: fc.tuple(
        fc.constant('segment' as const),
        fc.nat(8),
        fc.constantFrom(...SEGMENTS, ...MORE_SEGMENTS, ...LONG_SEGMENTS),
      ),
    },
    { weight: 6, arbitrary: header() },
    { weight: 2, arbitrary: fc.constantFrom(...METHODS).map((method): Change => ['method', method]) },
  );
