import { opaqueTagOf } from './opaque-tag.js';

/** An answer that is written as JSON already. */
export class JsonText {
  private known: string | undefined;

  constructor(readonly text: string) {}

  /** Opaque, with its quotes; worked out once for all who get this text. */
  get tag(): string {
    return (this.known ??= opaqueTagOf(this.text));
  }
}
