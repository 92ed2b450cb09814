import { performance } from 'node:perf_hooks';
import type { Request, RequestHandler, Response } from 'express';
import { PinoLogger } from 'nestjs-pino';
import { routeTemplate } from '../http/route-template.js';

const QUIET: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * One line a request, by route template: paths hold ids of children and queries hold names, so neither is logged,
 * nor any header, body or address. What is logged meanwhile carries the id of the request.
 */
export function requestLog(logger: PinoLogger): RequestHandler {
  return (request, response, next) => {
    const { id: requestId, url } = request;
    const begin = performance.now();
    if (!QUIET.has(url)) {
      response.once('close', () => {
        const responseTime = Math.round(performance.now() - begin);
        PinoLogger.root.info({ requestId, ...told(request, response), responseTime }, 'request');
      });
    }
    logger.runInContext(next, { bindings: { requestId } });
  };
}

const told = (request: Request, response: Response) => ({
  method: request.method,
  route: routeTemplate(request),
  status: response.statusCode,
  // For those who look for failures; what failed stands in a line of its own.
  ...(response.statusCode >= 500 && { err: { type: 'Error' } }),
});
