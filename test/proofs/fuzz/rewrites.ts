import { gzipSync } from 'node:zlib';

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
