import { hash, timingSafeEqual } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { DataSource } from 'typeorm';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { type EndedStatement, watchStatements } from '../database/watched-statements.js';
import { currentRequest } from '../http/current-request.js';

/** The header of a request by which an operator asks for timings. */
const TIMING_HEADER = 'server-timing-token';

interface Timing {
  begin: number;
  /** Milliseconds that its statements took, added up: some of them run side by side. */
  database: number;
  statements: number;
}

/**
 * Answers an operator with `Server-Timing` (W3C): how long an answer took, and its statements. Nobody else gets it, for a
 * time can tell what an answer must not.
 */
@Injectable()
export class ServerTiming {
  private readonly timings = new WeakMap<Request, Timing>();
  private readonly tokenDigest: Buffer | null;

  constructor(@Inject(SETTINGS) { serverTimingToken }: Settings, dataSource: DataSource) {
    this.tokenDigest = serverTimingToken === null ? null : digestOf(serverTimingToken);
    if (this.tokenDigest) watchStatements(dataSource, this.countStatement);
  }

  /** The first handler that a request passes: what comes before it is not counted. */
  readonly requests: RequestHandler = (request: Request, response: Response, next: NextFunction): void => {
    if (this.isOperator(request)) {
      const timing: Timing = { begin: performance.now(), database: 0, statements: 0 };
      this.timings.set(request, timing);
      beforeHead(response, () => response.setHeader('Server-Timing', headerOf(timing)));
    }
    next();
  };

  /** A statement that several requests share counts for the one that has sent it. */
  private readonly countStatement = ({ startedAt, endedAt }: EndedStatement): void => {
    const request = currentRequest();
    const timing = request && this.timings.get(request);
    if (!timing) return;
    timing.database += endedAt - startedAt;
    timing.statements += 1;
  };

  private isOperator({ headers }: Request): boolean {
    const given = headers[TIMING_HEADER];
    return (
      this.tokenDigest !== null &&
      typeof given === 'string' &&
      timingSafeEqual(digestOf(given), this.tokenDigest)
    );
  }
}

const digestOf = (token: string): Buffer => hash('sha256', token, 'buffer');

const headerOf = ({ begin, database, statements }: Timing): string =>
  `total;dur=${(performance.now() - begin).toFixed(1)}, ` +
  `db;dur=${database.toFixed(1)};desc="statements: ${statements}"`;

/** Runs the work at the last moment at which a header can be set. */
function beforeHead(response: Response, work: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...parameters: unknown[]) => Response;
  response.writeHead = (...parameters: unknown[]): Response => {
    if (!response.headersSent) work();
    return writeHead(...parameters);
  };
}
