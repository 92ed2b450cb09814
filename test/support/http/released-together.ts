import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface SocketAnswer {
  /** 0 when the server went away instead of answering. */
  status: number;
  text: string;
}

export interface SocketRequest {
  /** Bare address of the service. */
  url: string;
  path: string;
  /** POST unless given. */
  method?: string;
  token: string;
  key?: string;
  body?: object;
}

/**
 * One connection each, all of them open before the first byte is sent: nothing but the service puts them in order.
 * @param answered called with every answer that comes
 */
export async function sendTogether(
  requests: SocketRequest[],
  answered: () => void = () => undefined,
): Promise<SocketAnswer[]> {
  const sockets = await Promise.all(requests.map(({ url }) => opened(new URL(url))));
  const answers = sockets.map((socket) => {
    socket.once('data', answered);
    return readToEnd(socket);
  });
  sockets.forEach((socket, at) => socket.write(textOf(requests[at]!)));
  return Promise.all(answers);
}

async function opened({ hostname, port }: URL): Promise<Socket> {
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

function textOf({ path, method = 'POST', token, key, body }: SocketRequest): string {
  const json = body ? JSON.stringify(body) : '';
  return [
    `${method} /api/v1${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `Authorization: Bearer ${token}`,
    ...(key ? [`Idempotency-Key: ${key}`] : []),
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(json)}`,
    '',
    json,
  ].join('\r\n');
}

function readToEnd(socket: Socket): Promise<SocketAnswer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      const [head = '', ...rest] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1] ?? 0), text: rest.join('\r\n\r\n') });
    });
  });
}

/** How often each status and reason came. */
export function counted(answers: SocketAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, text } of answers) {
    const said = /"(?:reason|status)":"(\w+)"/.exec(text)?.[1];
    const key = said ? `${status} ${said}` : `${status}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
