import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { requestOf } from '../http/exchange.js';
import type { CallerOnRequest } from './caller.js';

/** What a route wants to know along with the caller's rights, in one statement with them. */
export interface AlongWithAccess {
  /** For the reader of a plan or a log. */
  name: string;
  /**
   * One scalar SQL expression. It is asked for as well where the guard then refuses, and has to cost next to nothing
   * for those who are no members.
   */
  sql: (row: AccessNames) => string;
  /**
   * A text that is another one as soon as `sql` has something else to say, and costs less. It is asked for each time; what
   * was read with it is then kept for the caller, and not read again while it stays the same.
   */
  state?: (row: AccessNames) => string;
}

/** SQL names of what is known of the caller. */
export interface AccessNames {
  /** Row of `users`. */
  person: string;
  /** Null for who is no member. */
  membership: string;
  /** Of the membership. */
  school: string;
  /** Null for who is no member. */
  isAdmin: string;
  /** UTC. */
  now: string;
  /** The id in the path or the query, on routes of a school or of an item; null for one that is malformed. */
  target: string;
}

export const ALONG_WITH_ACCESS = 'access:along';

/** Where what is asked for decides what is wanted along with it: one of a few parts, each the same object every time. */
export type AlongByQuery = (query: Request['query']) => AlongWithAccess;

/** Reads `part` at the same moment as the rights; the handler takes it with {@link Along}. */
export const AlongWithAccess = (part: AlongWithAccess | AlongByQuery) => SetMetadata(ALONG_WITH_ACCESS, part);

/** What was read along with the caller's rights. */
export const Along = createParamDecorator(
  (_: unknown, context: ExecutionContext): unknown => requestOf<CallerOnRequest>(context).alongWithAccess,
);
