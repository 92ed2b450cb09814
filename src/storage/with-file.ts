import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** Reads a file piece by piece, and lets go of it however much of it was read. */
export async function withFile(path: string, use: (content: Readable) => Promise<unknown>): Promise<void> {
  const file = await open(path);
  const content = file.createReadStream();
  try {
    await use(content);
  } finally {
    content.destroy();
  }
}
