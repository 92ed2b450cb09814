import * as fc from 'fast-check';
import type { Change } from './changes.js';
import { REWRITES } from './rewrites.js';
import { hostileText, hostileValue, POLLUTION } from './values.js';

/* What may be done to a right request. */

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
