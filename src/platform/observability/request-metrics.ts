import { performance } from 'node:perf_hooks';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { PATIENCE } from '../admission/request-class.js';
import { routeTemplate } from '../http/route-template.js';
import {
  AppError,
  MfaRequiredError,
  NotAuthenticatedError,
  OverloadedError,
  RateLimitedError,
} from '../errors/app-error.js';

const KINDS = [
  'access_token',
  'app_password',
  'code',
  'credentials',
  'refresh_token',
  'second_step',
] as const;
type Kind = (typeof KINDS)[number];

/** Counts what may be an attack: credentials that were wrong, and limits that were met. */
function refusalCounter(registry: Registry): (refusal: unknown, route: string) => void {
  const failures = new Counter({
    name: 'authentication_failures_total',
    help: 'Requests that did not prove who asks.',
    labelNames: ['kind'],
    registers: [registry],
  });
  // Known from the start: the first of a kind is an increase as well.
  for (const kind of KINDS) failures.inc({ kind }, 0);
  const limited = new Counter({
    name: 'rate_limit_refusals_total',
    help: 'Requests that were refused because there were too many.',
    labelNames: ['limit'],
    registers: [registry],
  });
  const overload = new Counter({
    name: 'http_requests_refused_total',
    help: 'Requests that were refused at once because more came than could be answered.',
    labelNames: ['class'],
    registers: [registry],
  });
  for (const requestClass of Object.keys(PATIENCE)) overload.inc({ class: requestClass }, 0);
  return (refusal, route) => {
    if (refusal instanceof OverloadedError) overload.inc({ class: refusal.requestClass });
    if (refusal instanceof RateLimitedError) limited.inc({ limit: refusal.limit });
    const kind = refusal instanceof AppError ? kindOf(refusal, route) : null;
    if (kind) failures.inc({ kind });
  };
}

function kindOf(refusal: AppError, route: string): Kind | null {
  if (refusal instanceof MfaRequiredError) return 'second_step';
  if (refusal.details.reason === 'invalid_code') return 'code';
  if (!(refusal instanceof NotAuthenticatedError)) return null;
  if (refusal.details.reason === 'invalid_grant') return 'refresh_token';
  if (route.startsWith('/carddav')) return 'app_password';
  return route.endsWith('/auth/token') ? 'credentials' : 'access_token';
}

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

/** The method as a label. Callers may invent methods as well as addresses. */
const methodOf = ({ method }: Request): string => (METHODS.has(method) ? method : 'other');

const statusOf = ({ writableFinished, statusCode }: Response): string =>
  writableFinished ? String(statusCode) : 'aborted';
