import type { Codings } from './codings.js';

/** An answer that was written before it was asked for, with its tag. */
export class ReadyJson {
  /**
   * @param pieces sent one after the other: to join those of a large answer costs more than to send it
   * @param tag opaque, with its quotes
   * @param codings of what is sent to many; what is one reader's own is sent as it is
   */
  constructor(
    readonly pieces: readonly Buffer[],
    readonly tag: string,
    readonly codings?: Codings,
  ) {}

  text(): string {
    return Buffer.concat(this.pieces).toString();
  }
}
