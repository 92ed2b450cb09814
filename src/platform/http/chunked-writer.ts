import type { ServerResponse } from 'node:http';

/**
 * Bytes that are handed to the system at once. Measured on loopback with answers of 1.2 and 3.3 MB: less makes more turns,
 * and more leaves the reader waiting while we write.
 */
const AT_ONCE = 768 * 1024;

/** Event of a response that has more to send than was handed over at once. */
export const WAITS = Symbol('an answer waits');

const waiting = new WeakMap<ServerResponse, number>();

/** Bytes of the answer that are still to be handed over. */
export const waitingOf = (response: ServerResponse): number => waiting.get(response) ?? 0;

/**
 * Writes the pieces one after the other. A large answer goes out in several turns of the event loop: its reader takes what
 * is there while we write on, and other requests do not wait for the whole of it. The next turn comes when the system has
 * taken the last piece, so that no more than one piece waits for a slow reader.
 */
export function writeChunked(response: ServerResponse, pieces: readonly Buffer[]): void {
  const bytes = lengthOf(pieces);
  response.setHeader('Content-Length', bytes);
  const chunks = chunksOf(pieces);
  const send = (at: number): void => {
    const chunk = chunks[at]!;
    response.cork();
    for (const piece of chunk.slice(0, -1)) response.write(piece);
    const last = chunk.at(-1)!;
    if (at === chunks.length - 1) response.end(last);
    else response.write(last, (error) => error ?? setImmediate(send, at + 1));
    response.uncork();
    if (chunks.length > 1) waiting.set(response, Math.max(0, bytes - (at + 1) * AT_ONCE));
  };
  send(0);
  if (chunks.length > 1) response.emit(WAITS);
}

const lengthOf = (pieces: readonly Buffer[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

function chunksOf(pieces: readonly Buffer[]): Buffer[][] {
  let chunk: Buffer[] = [];
  let room = AT_ONCE;
  const chunks = [chunk];
  for (const piece of pieces)
    for (let from = 0; from < piece.length;) {
      if (room === 0) {
        chunks.push((chunk = []));
        room = AT_ONCE;
      }
      // Most are whole: each subarray is a new object.
      const part = from === 0 && piece.length <= room ? piece : piece.subarray(from, from + room);
      chunk.push(part);
      room -= part.length;
      from += part.length;
    }
  return chunks;
}
