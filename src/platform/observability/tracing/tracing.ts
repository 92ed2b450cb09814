import type { RequestHandler } from 'express';
import type { EndedStatement } from '../../database/watched-statements.js';

/** Tracing as the service uses it; the packages behind it are loaded only where it is configured. */
export interface Tracing {
  /** The first thing that a request passes. */
  requests: RequestHandler;
  statement(ended: EndedStatement): void;
  /** Id of the current trace, for the log. */
  traceId(): string | undefined;
  /** Sends what is left, for two seconds at most; never fails. */
  stop(): Promise<void>;
}
