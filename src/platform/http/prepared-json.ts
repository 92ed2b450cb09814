import { createHash } from 'node:crypto';
import type { ContentEncodings } from './content-encodings.js';

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
