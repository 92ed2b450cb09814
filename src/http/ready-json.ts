import type { Codings } from './codings.js';

/** An answer that was written before it was asked for, with its tag. */
export class ReadyJson {
  /**
   * @param tag opaque, with its quotes
   * @param codings of what is sent to many; what is one reader's own is sent as it is
   */
  constructor(
    readonly bytes: Buffer,
    readonly tag: string,
    readonly codings?: Codings,
  ) {}
}
