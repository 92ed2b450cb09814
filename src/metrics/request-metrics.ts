import { performance } from 'node:perf_hooks';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { routeTemplate } from '../http/route-template.js';
import { refusalCounter } from './refusal-metrics.js';

/** Seconds: a page waits for several requests, and a person notices a second. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts and times every request, from its head to the last byte of the answer. */
export function requestMetrics(registry: Registry): RequestHandler {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests, by the address as it is declared.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that are being answered.',
    registers: [registry],
  });
  const countRefusal = refusalCounter(registry);
  return (request: Request, response: Response, next: NextFunction): void => {
    const begin = performance.now();
    inFlight.inc();
    response.once('close', () => {
      inFlight.dec();
      const route = routeTemplate(request);
      const labels = { method: methodOf(request), route, status: statusOf(response) };
      durations.observe(labels, (performance.now() - begin) / 1000);
      countRefusal(response.locals.refusal, route);
    });
    next();
  };
}

/** Whoever calls may invent methods as well as addresses. */
const methodOf = ({ method }: Request): string => (METHODS.has(method) ? method : 'other');

const statusOf = ({ writableFinished, statusCode }: Response): string =>
  writableFinished ? String(statusCode) : 'aborted';
