import { Counter, type Registry } from 'prom-client';
import { AppError, MfaRequiredError, NotAuthenticatedError, RateLimitedError } from '../errors/app-error.js';

const KINDS = ['access_token', 'code', 'credentials', 'refresh_token', 'second_step'] as const;
type Kind = (typeof KINDS)[number];

/** Counts what may be an attack: credentials that were wrong, and limits that were met. */
export function refusalCounter(registry: Registry): (refusal: unknown, route: string) => void {
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
  return (refusal, route) => {
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
  return route.endsWith('/auth/token') ? 'credentials' : 'access_token';
}
