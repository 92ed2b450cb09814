import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';

export const DIGEST_LENGTH = 64;
const UNKEYED = 'School Directory backup; SHA-256 of everything before: ';
const KEYED = 'School Directory backup; HMAC-SHA-256 of everything before: ';
/** Bytes: 256 random bits in base64 have more. */
const MIN_KEY_BYTES = 32;

export type SealState = 'right' | 'broken' | 'other key' | 'missing' | 'of another kind';

/**
 * The end of a backup: its comment as a zip, with a digest of every byte before the digest. Without a key it tells that no
 * byte has changed; with a key that two operators have exchanged, that it is the other one's.
 */
export class Seal {
  private constructor(private readonly key: Buffer | null) {}

  static readonly unkeyed = new Seal(null);

  /** @throws CommandRefusedError when it cannot be read, or is too short to be a key */
  static async withKeyOf(path: string): Promise<Seal> {
    const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      throw new CommandRefusedError(`${path} cannot be read (${String(error.code)}).`);
    });
    const key = Buffer.from(content.toString('latin1').trim(), 'latin1');
    if (key.length < MIN_KEY_BYTES)
      throw new CommandRefusedError(
        `${path} is no key: it should have ${MIN_KEY_BYTES} random bytes or more, such as "openssl rand -base64 32" makes them.`,
      );
    return new Seal(key);
  }

  get hasKey(): boolean {
    return this.key !== null;
  }

  /** Text before the digest. */
  get text(): string {
    return this.key ? KEYED : UNKEYED;
  }

  begin(): SealHash {
    return new SealHash(this.key ? createHmac('sha256', this.key) : createHash('sha256'));
  }

  /** Checks every single byte, so that not even a bit that is never read may have changed. */
  async check(bytes: AsyncIterable<Buffer>): Promise<SealState> {
    const hash = this.begin();
    let end = '';
    for await (const chunk of bytes) {
      hash.update(chunk);
      end = (end + chunk.toString('latin1')).slice(-KEYED.length - DIGEST_LENGTH);
    }
    const text = end.slice(0, -DIGEST_LENGTH);
    if (!text.endsWith(this.text))
      return text.endsWith(this.key ? UNKEYED : KEYED) ? 'of another kind' : 'missing';
    if (hash.held === hash.digest()) return 'right';
    return this.key ? 'other key' : 'broken';
  }
}

/** Hash of everything but the last bytes, which may turn out to be the digest itself. */
export class SealHash {
  private last: Buffer = Buffer.alloc(0);

  constructor(private readonly hash: Hash | Hmac) {}

  /** @returns the bytes of which it is known now */
  update(chunk: Buffer): Buffer {
    const all = Buffer.concat([this.last, chunk]);
    const known = all.subarray(0, Math.max(all.length - DIGEST_LENGTH, 0));
    this.hash.update(known);
    this.last = Buffer.from(all.subarray(known.length));
    return known;
  }

  digest(): string {
    return this.hash.digest('hex');
  }

  /** The last bytes, where the digest should be. */
  get held(): string {
    return this.last.toString('latin1');
  }
}
