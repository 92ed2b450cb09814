import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';

export interface Heard {
  status: number;
  head: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
  /** Bytes that it could get rid of before the server hung up. */
  written: number;
}

/** Writes on and on, whatever it is told, until the server closes the connection, and says what it heard. */
export async function writeStubbornly(
  siteUrl: string,
  head: string[],
  pieces: Iterable<Buffer | string>,
): Promise<Heard> {
  const { hostname, port } = new URL(siteUrl);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  const heard: Buffer[] = [];
  // That the server resets the connection in the end is what is waited for.
  socket.on('data', (chunk) => heard.push(chunk)).on('error', () => undefined);
  const closed = once(socket, 'close').catch(() => undefined);
  await once(socket, 'connect');
  socket.write([...head, '', ''].join('\r\n'));
  for (const piece of pieces) {
    if (socket.destroyed) break;
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
    // While the server takes everything at once, drains come without the event loop ever looking at what was heard.
    await setImmediate();
  }
  await closed;
  const [answer = '', body = ''] = Buffer.concat(heard).toString('utf8').split('\r\n\r\n');
  return {
    status: Number(answer.split(' ')[1]),
    head: answer,
    body: body === '' ? null : JSON.parse(body),
    written: socket.bytesWritten,
  };
}

/** As one chunk of a body whose length nobody knows (RFC 9112 §7.1). */
export const chunk = (content: Buffer | string): Buffer => {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
};

/** So many bytes of rubbish, in chunks of 64 KB. */
export function* rubbish(bytes: number): Generator<Buffer> {
  const piece = chunk(Buffer.alloc(65_536, 'x'));
  for (let sent = 0; sent < bytes; sent += 65_536) yield piece;
}
