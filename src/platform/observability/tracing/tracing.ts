import type { RequestHandler } from 'express';
import type { EndedStatement } from '../../database/watched-statements.js';

/** What the service knows of tracing; the packages behind it are loaded where it is configured, and only there. */
export interface Tracing {
  /** The first thing that a request passes. */
  requests: RequestHandler;
  statement(ended: EndedStatement): void;
  /** Of what is going on, for the log. */
  traceId(): string | undefined;
  /** Sends what is left, for two seconds at most; never fails. */
  stop(): Promise<void>;
}
