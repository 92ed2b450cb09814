import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

const TYPES: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' };
const HEADER = 12;

/** A name server on loopback that says of every name what a test wants (RFC 1035). */
export class NameServerStub {
  /** Addresses of both kinds; null: it says nothing at all. */
  answers: (type: 'A' | 'AAAA') => string[] | null = () => [];
  private readonly socket: Socket = createSocket('udp4');

  constructor() {
    this.socket.on('message', (query, { port, address }) => {
      const end = endOfQuestion(query);
      const type = TYPES[query.readUInt16BE(end - 4)];
      const addresses = type ? this.answers(type) : [];
      if (addresses === null) return;
      const records = addresses.filter((one) => isIPv4(one) === (type === 'A')).map(recordOf);
      const head = Buffer.from(query.subarray(0, HEADER));
      // An answer, without an error: one question, and so many records.
      head.writeUInt16BE(0x8180, 2);
      head.writeUInt16BE(records.length, 6);
      head.fill(0, 8);
      this.socket.send(Buffer.concat([head, query.subarray(HEADER, end), ...records]), port, address);
    });
  }

  /** As `dns.setServers` takes it. */
  async start(): Promise<string> {
    this.socket.bind(0, '127.0.0.1');
    await once(this.socket, 'listening');
    return `127.0.0.1:${this.socket.address().port}`;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.socket.close(resolve));
  }
}

/** Behind the labels of the name, its type and its class. */
function endOfQuestion(query: Buffer): number {
  let at = HEADER;
  while (query[at]! > 0) at += query[at]! + 1;
  return at + 5;
}

function recordOf(address: string): Buffer {
  const data = isIPv4(address) ? Buffer.from(address.split('.').map(Number)) : bytesOfIPv6(address);
  // The name of the question, class IN, and no time to live.
  const head = Buffer.from([0xc0, HEADER, 0, data.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, data.length]);
  return Buffer.concat([head, data]);
}

function bytesOfIPv6(address: string): Buffer {
  // The parser of addresses writes an IPv4 address at the end as two groups.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [before = '', after] = canonical.split('::');
  const groups = (text = ''): string[] => text.split(':').filter(Boolean);
  const zeros = after === undefined ? 0 : 8 - groups(before).length - groups(after).length;
  const all = [...groups(before), ...Array<string>(zeros).fill('0'), ...groups(after)];
  return Buffer.from(all.flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff]));
}
