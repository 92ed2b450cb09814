import { describe, expect, it } from '@jest/globals';
import { lineBlocks } from './csv-records.js';

async function linesOf(...chunks: Buffer[]): Promise<{ lines: string[]; legacy: number[] }> {
  const legacy: number[] = [];
  const lines: string[] = [];
  const source = (async function* () {
    yield* chunks;
  })();
  for await (const block of lineBlocks(source, (line) => legacy.push(line))) lines.push(...block);
  return { lines, legacy };
}

const bytesOneByOne = (bytes: Buffer): Buffer[] => [...bytes].map((byte) => Buffer.from([byte]));

describe('lineBlocks', () => {
  it.each([
    ['LF', 'id\n1\n2'],
    ['CRLF', 'id\r\n1\r\n2\r\n'],
    ['a lone CR', 'id\r1\r2\r'],
  ])('ends lines at %s, however the bytes arrive', async (_, text) => {
    expect((await linesOf(Buffer.from(text))).lines).toEqual(['id', '1', '2']);
    expect((await linesOf(...bytesOneByOne(Buffer.from(text)))).lines).toEqual(['id', '1', '2']);
  });

  it('drops a byte order mark', async () => {
    expect((await linesOf(Buffer.from('\ufeffid\nZoë'))).lines).toEqual(['id', 'Zoë']);
  });

  it('keeps a letter whole that arrives in two pieces', async () => {
    expect((await linesOf(...bytesOneByOne(Buffer.from('id\nZoë 😀\n')))).lines).toEqual(['id', 'Zoë 😀']);
  });

  it.each([
    ['little end first', Buffer.from('\ufeffid\nZoë\n', 'utf16le')],
    ['big end first', Buffer.from('\ufeffid\nZoë\n', 'utf16le').swap16()],
    ['without a mark', Buffer.from('id\nZoë\n', 'utf16le')],
  ])('reads UTF-16, %s', async (_, bytes) => {
    expect((await linesOf(...bytesOneByOne(bytes))).lines).toEqual(['id', 'Zoë']);
  });

  it('reads what is not UTF-8 as windows-1252, line by line, and names the first', async () => {
    const bytes = Buffer.concat([
      Buffer.from('id\nZoë\n'),
      Buffer.from('Jos\xe9 O\x92Hara\nRen\xe9e', 'latin1'),
    ]);
    expect(await linesOf(bytes)).toEqual({ lines: ['id', 'Zoë', 'José O’Hara', 'Renée'], legacy: [3] });
  });

  it('refuses a line that never ends', async () => {
    await expect(linesOf(Buffer.alloc(1024 * 1024 + 1, 'x'))).rejects.toMatchObject({ code: 'unreadable' });
  });
});
