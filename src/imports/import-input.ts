import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { CommandRefusedError } from '../platform/errors/operator.error.js';

/** Where a path stands that means standard input. */
export const STANDARD_INPUT = '-';

const MIB = 1024 * 1024;
const MAX_MIB = 64;

/** Name of the input in a report. */
export const inputName = (path: string): string =>
  path === STANDARD_INPUT ? STANDARD_INPUT : basename(path);

/**
 * All of a file, or of standard input.
 * @throws CommandRefusedError when there is none, it cannot be read, or is larger
 */
export async function readInput(path: string, maxMib = MAX_MIB): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await inputStream(path)) {
    size += chunk.length;
    if (size > maxMib * MIB) throw new CommandRefusedError(`The file is larger than ${maxMib} MB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function inputStream(path: string): Promise<AsyncIterable<Buffer>> {
  if (path === STANDARD_INPUT) return asBuffers(process.stdin);
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new CommandRefusedError(
      error.code === 'ENOENT' ? 'There is no such file.' : 'The file cannot be read.',
    );
  });
  if (!found.isFile()) throw new CommandRefusedError('The path is not that of a file.');
  return asBuffers(createReadStream(path));
}

async function* asBuffers(stream: AsyncIterable<Buffer | string>): AsyncIterable<Buffer> {
  try {
    for await (const chunk of stream) yield Buffer.from(chunk);
  } catch {
    throw new CommandRefusedError('The file cannot be read.');
  }
}

const FORMATS: [format: string, begins: Buffer][] = [
  ['an Excel workbook (.xlsx) or another zip file', Buffer.from('PK\x03\x04', 'latin1')],
  ['an old Excel workbook (.xls) or another Office file', Buffer.from('d0cf11e0', 'hex')],
  ['a PDF', Buffer.from('%PDF')],
];

/** `an Excel workbook (.xlsx) …`: what a file is that was given as text; null when it may be text. */
export const formatOf = (bytes: Buffer): string | null =>
  FORMATS.find(([, begins]) => bytes.subarray(0, begins.length).equals(begins))?.[0] ?? null;

/** UTF-8 or UTF-16 with its mark, else the letters of western Windows. */
export function textIn(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString('hex');
  const utf16 = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : null;
  try {
    return new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
