import { BOUNDARY, field, filePart, wire, type Part } from '../../support/upload.factory.js';
import { filled } from './shapes.js';

/** The authorization server reads at most 56 kB, and our own pages 32. */
const [ALL, MOST] = [55_000, 31_000];

const pairs = (count: number, pair: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => pair(at)).join('&');

/** By name: fields of an encoded form, behind those that it has to have. */
export const FORMS: [name: string, fields: string][] = [
  ['a field again and again', filled('a=b&', ALL)],
  ['a field again and again, in little', filled('a=b&', MOST)],
  ['a resource again and again', filled('resource=https://a.example&', ALL)],
  ['a scope of many', `scope=${filled('a+', ALL)}`],
  ['many fields', pairs(7_000, (at) => `u${at}=1`)],
  ['a password of marks', `password=${filled('%CC%81%CC%96', MOST)}`],
  ['an address of dots', `email=${filled('a@a.', MOST)}`],
  ['a code of digits', `code=${filled('9', MOST)}`],
  ['a code for a device of dashes', `user_code=${filled('-', MOST)}&xsrf=a`],
  ['claims of brackets', `claims=${filled('[', ALL)}`],
  ['a redirect of slashes', `redirect_uri=https:${filled('/', ALL)}`],
  ['percent signs', `a=${filled('%', ALL)}`],
  ['ampersands', filled('&', ALL)],
  ['a megabyte', `a=${filled('b', 1_000_000)}`],
];

const disposition = (more: string): string => `Content-Disposition: form-data; name="file"; ${more}`;
const headOf = (...headers: string[]): Part => ({ headers, body: 'x' });
const DEFAULT = 'Content-Type: text/plain';

/** By name: a form with parts (RFC 7578), and its type where it is another one. */
export const PARTS: [name: string, body: Buffer, type?: string][] = [
  ['a file name of quotes', wire([headOf(disposition(`filename="${filled('\\"', 15_000)}"`), DEFAULT)])],
  ['a file name of folders', wire([filePart('x', `filename="${filled('../', 15_000)}a.pdf"`)])],
  [
    'an extended file name',
    wire([headOf(disposition(`filename*=UTF-8''${filled('%CC%81', 15_000)}.pdf`), DEFAULT)]),
  ],
  ['many parameters', wire([headOf(disposition(filled('a="b"; ', 15_000)), DEFAULT)])],
  [
    'a type of parameters',
    wire([headOf(disposition('filename="a.pdf"'), `Content-Type: a/b${filled('; a=b', 15_000)}`)]),
  ],
  ['many headers', wire([headOf(...Array.from({ length: 2_000 }, (_, at) => `X-${at}: y`))])],
  ['headers without an end', Buffer.from(`--${BOUNDARY}\r\n${filled('X: y\r\n ', 1_000_000)}`)],
  ['many fields', wire(Array.from({ length: 10_000 }, (_, at) => field(`f${at}`, 'x')))],
  ['many files', wire(Array.from({ length: 8_000 }, () => filePart('x')))],
  [
    'what is nearly its boundary',
    Buffer.from(
      `--${BOUNDARY}\r\n${disposition('filename="a.pdf"')}\r\n\r\n${filled(`\r\n--${BOUNDARY.slice(0, -1)}`, 1_000_000)}`,
    ),
  ],
  [
    'line ends',
    Buffer.from(`--${BOUNDARY}\r\n${disposition('filename="a.pdf"')}\r\n\r\n${filled('\r\n', 1_000_000)}`),
  ],
  ['dashes before it begins', Buffer.from(filled('--\r\n', 1_000_000))],
  [
    'a boundary of dashes',
    Buffer.from(filled('-', 1_000_000)),
    `multipart/form-data; boundary=${'-'.repeat(70)}`,
  ],
];
