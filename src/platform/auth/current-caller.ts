import type { Request } from 'express';
import { currentRequest } from '../http/current-request.js';
import { sourceOf } from '../http/source-of.js';
import { nameOfCaller, type CallerOnRequest } from './caller.js';

/** Whom the work at hand is for, as queues tell callers apart: a person, else where the request comes from, else nobody. */
export function currentCaller(): string {
  const request = currentRequest() as (Request & CallerOnRequest) | undefined;
  if (!request) return 'the service itself';
  return request.user ? `person ${nameOfCaller(request.user)}` : `source ${sourceOf(request.ip)}`;
}
