/** The package brings no types: only what is used of it. */
declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream';

  /** To be given to the `query` of a connection. */
  export function to(sql: string): Readable;
  export function from(sql: string): Writable;
}
