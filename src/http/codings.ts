import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';

export interface Coded {
  bytes: Buffer;
  /** For Content-Encoding. */
  name: string;
}

/** The better one first. Both levels are low: it is made anew with every change. */
const CODERS: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 1 }),
};

const NAMES = Object.keys(CODERS);

/** Bytes, below which it saves nothing. */
const SMALL = 1024;

/** The compressed forms of bytes that are sent many times, each made once and beside the main thread. */
export class Codings {
  /** Null while it is being made. */
  private readonly made = new Map<string, Coded | null>();

  constructor(private readonly bytes: Buffer) {}

  /** Null where the client takes none (RFC 9110 section 12.5.3), and until the one that it takes is ready. */
  find(acceptEncoding: string | undefined): Coded | null {
    if (acceptEncoding === undefined || this.bytes.length < SMALL) return null;
    const client = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
    const name = client.encoding([...NAMES, 'identity'], { preferred: NAMES });
    if (name === undefined || name === 'identity') return null;
    // Should it fail, the bytes are sent as they are.
    if (!this.made.has(name)) this.make(name).catch(() => undefined);
    return this.made.get(name) ?? null;
  }

  private async make(name: string): Promise<void> {
    this.made.set(name, null);
    this.made.set(name, { bytes: await CODERS[name]!(this.bytes), name });
  }
}
