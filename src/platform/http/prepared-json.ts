import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { createHash } from 'node:crypto';

/** A content coding (RFC 9110 section 8.4.1) that we write. */
export type Coding = 'br' | 'gzip';

export interface Coded {
  bytes: Buffer;
  /** For Content-Encoding. */
  name: Coding;
}

/**
 * Levels of brotli: both are low, for what is sent to many is made again with every change. One answer for one reader takes half the time
 * on the lower one, and is hardly longer.
 */
const [FOR_MANY, FOR_ONE] = [4, 1];

/** Beside the main thread. */
const CODERS: Record<Coding, (bytes: Buffer, quality: number) => Promise<Buffer>> = {
  br: (bytes, quality) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
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

  /** @param isForMany they are sent again and again */
  constructor(
    private readonly bytes: Buffer,
    private readonly isForMany: boolean,
  ) {}

  /** Null where it is sent as it is: it is small, the client takes no other form, or making one failed. */
  async find(acceptEncoding: string | undefined): Promise<Coded | null> {
    const name = this.bytes.length > SMALL ? codingFor(acceptEncoding) : null;
    if (name === null) return null;
    const making = this.made.get(name) ?? CODERS[name](this.bytes, this.isForMany ? FOR_MANY : FOR_ONE);
    this.made.set(name, making);
    const bytes = await making.catch(() => null);
    return bytes && { bytes, name };
  }
}

/** The value of ETag without its weakness mark (RFC 9110 §8.8.3), of texts or bytes that stand one after the other. */
export function etagValueOf(...pieces: (string | Buffer)[]): string {
  const digest = createHash('sha256');
  for (const piece of pieces) digest.update(piece);
  return `"${digest.digest('base64url').slice(0, 24)}"`;
}

/** An answer that was written before it was asked for, with its tag. */
export class PreparedJson {
  /**
   * @param pieces sent one after the other: to join those of a large answer costs more than to send it
   * @param tag opaque, with its quotes
   * @param isPrivate it has a place for private texts of its reader beside those of others, and is never compressed
   * @param codings of what is sent to many
   */
  constructor(
    readonly pieces: readonly Buffer[],
    readonly tag: string,
    readonly isPrivate = false,
    readonly codings?: ContentEncodings,
  ) {}

  text(): string {
    return Buffer.concat(this.pieces).toString();
  }
}

/** An answer that is written as JSON already. */
export class SerializedJson {
  private known: string | undefined;

  constructor(readonly text: string) {}

  /** Opaque, with its quotes; worked out once for all who get this text. */
  get tag(): string {
    return (this.known ??= etagValueOf(this.text));
  }
}
