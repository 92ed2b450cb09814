import { once } from 'node:events';
import { connect } from 'node:net';

/** Milliseconds after which nothing is taken to come any more. */
const PATIENCE = 30_000;

export interface Bytes {
  method: string;
  /** Path and query as they are, right or wrong. */
  target: string;
  headers: [string, string][];
  body: Buffer | null;
}

export interface Answer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  text: string;
}

/**
 * Writes a request as it is, for what no client would send, and reads until the server hangs up.
 * @throws Error nothing came, or nothing that is HTTP
 */
export async function exchange(siteUrl: string, { method, target, headers, body }: Bytes): Promise<Answer> {
  const { hostname, port, host } = new URL(siteUrl);
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body ? [`Content-Length: ${body.length}`] : []),
  ];
  const socket = connect(Number(port), hostname);
  socket.setTimeout(PATIENCE, () => socket.destroy(new Error('no answer in time')));
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(
    Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8'), body ?? Buffer.alloc(0)]),
  );
  await once(socket, 'end').catch((error: Error) => {
    // The server need not read all of what it has refused.
    if (chunks.length === 0) throw error;
  });
  socket.destroy();
  return readAnswer(Buffer.concat(chunks));
}

function readAnswer(bytes: Buffer): Answer {
  const end = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  if (!status) throw new Error(`no HTTP: ${bytes.subarray(0, 100).toString('latin1')}`);
  const rest = bytes.subarray(end + 4);
  if (status < 200) return readAnswer(rest);
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const;
    }),
  );
  const body = headers['transfer-encoding'] === 'chunked' ? unchunked(rest) : rest;
  return { status, headers, text: body.toString('utf8') };
}

function unchunked(bytes: Buffer): Buffer {
  const end = bytes.indexOf('\r\n');
  const size = parseInt(bytes.subarray(0, end).toString('latin1'), 16);
  if (!size) return Buffer.alloc(0);
  const chunk = bytes.subarray(end + 2, end + 2 + size);
  return Buffer.concat([chunk, unchunked(bytes.subarray(end + 4 + size))]);
}
