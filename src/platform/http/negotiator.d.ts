declare module 'negotiator' {
  import type { IncomingMessage } from 'node:http';

  /** What a client accepts of what there is (RFC 9110 section 12.5). */
  export default class Negotiator {
    constructor(request: Pick<IncomingMessage, 'headers'>);
    /** @param options `preferred`: the order in which we take what the client likes as much */
    encoding(available: string[], options: { preferred: string[] }): string | undefined;
    language(available: string[]): string | undefined;
    mediaType(available: string[]): string | undefined;
  }
}
