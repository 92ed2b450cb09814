import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

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

/** Bytes, below which it saves nothing. */
const SMALL = 1024;

/** The compressed forms of bytes that are sent many times, each made once and beside the main thread. */
export class Codings {
  private readonly ready = new Map<string, Coded>();
  private readonly begun = new Set<string>();

  constructor(private readonly bytes: Buffer) {}

  /** Null where the client takes none (RFC 9110 section 12.5.3), and until the one that it takes is ready. */
  find(acceptEncoding: string | undefined): Coded | null {
    if (acceptEncoding === undefined || this.bytes.length < SMALL) return null;
    const name = preferred(acceptEncoding);
    if (name === null) return null;
    const known = this.ready.get(name);
    // Should it fail, the bytes are sent as they are.
    if (!known && !this.begun.has(name)) this.make(name).catch(() => undefined);
    return known ?? null;
  }

  private async make(name: string): Promise<void> {
    this.begun.add(name);
    const bytes = await CODERS[name]!(this.bytes);
    this.ready.set(name, { bytes, name });
  }
}

/** The one with the highest weight, of several the better one. */
function preferred(acceptEncoding: string): string | null {
  let best: string | null = null;
  let most = 0;
  const weights = weightsIn(acceptEncoding);
  for (const name of Object.keys(CODERS)) {
    const weight = weights.get(name) ?? 0;
    if (weight > most) [best, most] = [name, weight];
  }
  return best;
}

const weightsIn = (acceptEncoding: string): Map<string, number> =>
  new Map(
    acceptEncoding
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name, ...parameters] = part.split(';').map((text) => text.trim());
        const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
        return [name!, weight === undefined ? 1 : Number(weight)];
      }),
  );
