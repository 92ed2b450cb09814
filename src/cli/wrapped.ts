import type { WriteStream } from 'node:tty';
import { Help } from 'commander';

/** At blanks, as wide as the terminal; unchanged where nobody looks on. @param indent blanks before each further line */
export function wrapped(text: string, stream: WriteStream, indent = 0): string {
  if (!stream.isTTY) return text;
  const lines = new Help().boxWrap(text, Math.max(stream.columns - indent, 20));
  return lines.replaceAll('\n', `\n${' '.repeat(indent)}`);
}
