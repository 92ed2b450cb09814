import type { Request, Response } from 'express';

/** What is still to come of a request and is read without a word: most clients have sent it already. */
const SOON_OVER_BYTES = 1024 * 1024;

/** How long, and for how many bytes, a client that has its answer may go on writing. */
const LINGER = { ms: 10_000, bytes: 20 * 1024 * 1024 };

/** Whether the client may go on writing for long after it was refused. */
export const mayGoOnForLong = ({ complete, headers }: Request): boolean =>
  !complete &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > SOON_OVER_BYTES);

/**
 * Answers with this JSON text and hangs up, without waiting for the rest of the request. Closing at once would reset
 * the connection, and take the answer away from a client that is still writing: what it writes is dropped for a while.
 */
export function sayLastWords(request: Request, response: Response, text: string): void {
  const { socket } = request;
  response.type('json').set({ Connection: 'close', 'Content-Length': String(Buffer.byteLength(text)) });
  // The client hears that nothing more will come, while we still listen.
  response.write(text, () => socket.end());
  let left = LINGER.bytes;
  const leave = (): void => {
    clearTimeout(patience);
    response.end();
    socket.destroy();
  };
  const patience = setTimeout(leave, LINGER.ms).unref();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) leave();
  });
  request.once('end', leave).once('close', leave).resume();
}
