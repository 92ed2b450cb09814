import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';

/** A content coding (RFC 9110 section 8.4.1) that we write. */
export type Coding = 'br' | 'gzip';

export interface Coded {
  bytes: Buffer;
  /** For Content-Encoding. */
  name: Coding;
}

/** Both levels are low: what is sent is made again with every change. Beside the main thread. */
const CODERS: Record<Coding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 1 }),
};

/** The better one first. */
const NAMES = Object.keys(CODERS) as Coding[];

/** Bytes, up to which it saves nothing (contract section 0, rule 16). */
const SMALL = 1024;

/** Which form a client takes best (RFC 9110 section 12.5.3); null: as it is. */
export function codingFor(acceptEncoding: string | undefined): Coding | null {
  if (acceptEncoding === undefined) return null;
  const client = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
  const name = client.encoding([...NAMES, 'identity'], { preferred: NAMES });
  return NAMES.find((coding) => coding === name) ?? null;
}

/** The compressed forms of bytes that are sent many times, each made once, and of those that are sent once. */
export class ContentEncodings {
  private readonly made = new Map<Coding, Promise<Buffer>>();

  constructor(private readonly bytes: Buffer) {}

  /** Null where it is sent as it is: it is small, the client takes no other form, or making one failed. */
  async find(acceptEncoding: string | undefined): Promise<Coded | null> {
    const name = this.bytes.length > SMALL ? codingFor(acceptEncoding) : null;
    if (name === null) return null;
    const making = this.made.get(name) ?? CODERS[name](this.bytes);
    this.made.set(name, making);
    const bytes = await making.catch(() => null);
    return bytes && { bytes, name };
  }
}
