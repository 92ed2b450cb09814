import type { Codings } from './codings.js';

/** An answer that was written before it was asked for, with its tag. */
export class ReadyJson {
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
    readonly codings?: Codings,
  ) {}

  text(): string {
    return Buffer.concat(this.pieces).toString();
  }
}
