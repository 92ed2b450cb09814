import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  head: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

/** Sends bytes as they are, for requests that a client would never make, and reads until the server hangs up. */
export function sendRaw(siteUrl: string, request: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(siteUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => {
      const [head = '', body = ''] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
      socket.destroy();
      resolve({ status: Number(head.split(' ')[1]), head, body: JSON.parse(body) });
    });
  });
}
