import { AsyncLocalStorage } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import type { NextFunction, Request, Response } from 'express';
import { PinoLogger } from 'nestjs-pino';
import { routeTemplate } from '../http/route-lookup.js';

const requestIds = new AsyncLocalStorage<string>();

/** Of the request that is being answered, wherever something is logged meanwhile; undefined for what runs by itself. */
export const currentRequestId = (): string | undefined => requestIds.getStore();

const QUIET: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * One line a request, by route template: paths hold ids of children and queries hold names, so neither is logged,
 * nor any header, body or address.
 */
export function requestLog(request: Request, response: Response, next: NextFunction): void {
  const requestId = request.id as string;
  if (!QUIET.has(request.url) && PinoLogger.root.isLevelEnabled('info')) {
    const begin = performance.now();
    response.once('close', () => {
      const responseTime = Math.round(performance.now() - begin);
      PinoLogger.root.info({ requestId, ...told(request, response), responseTime }, 'request');
    });
  }
  requestIds.run(requestId, next);
}

const told = (request: Request, response: Response) => ({
  method: request.method,
  route: routeTemplate(request),
  status: response.statusCode,
  // For those who look for failures; what failed stands in a line of its own.
  ...(response.statusCode >= 500 && { err: { type: 'Error' } }),
});
