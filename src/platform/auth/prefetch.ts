import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { requestOf } from '../http/http-context.js';
import type { CallerOnRequest } from './caller.js';

/** Rows that a route needs beside the caller's rights, read in the same statement. */
export interface Prefetch {
  /** For the reader of a plan or a log. */
  name: string;
  /**
   * One scalar SQL expression. It is read even where the guard then refuses, and has to cost next to nothing
   * for those who are no members.
   */
  sql: (row: AccessNames) => string;
}

/** SQL names of what is known of the caller. */
export interface AccessNames {
  /** Row of `users`. */
  person: string;
  /** Null for who is no member. */
  membership: string;
  /** School of the membership. */
  school: string;
  /** Null for who is no member. */
  isAdmin: string;
  /** UTC. */
  now: string;
  /** The id in the path or the query, on routes of a school or of an item; null for one that is malformed. */
  target: string;
}

export const PREFETCH = 'access:prefetch';

/** Chooses the prefetch by the query of the request: one of a few, each the same object every time. */
export type PrefetchByQuery = (query: Request['query']) => Prefetch;

/** Reads `part` at the same moment as the rights; the handler takes it with {@link Prefetched}. */
export const Prefetch = (part: Prefetch | PrefetchByQuery) => SetMetadata(PREFETCH, part);

/** The prefetched rows of the route. */
export const Prefetched = createParamDecorator(
  (_: unknown, context: ExecutionContext): unknown => requestOf<CallerOnRequest>(context).prefetched,
);
