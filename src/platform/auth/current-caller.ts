import type { Request } from 'express';
import { currentRequest } from '../http/current-request.js';
import { sourceOf } from '../http/source-of.js';
import { nameOfCaller, type CallerOnRequest } from './caller.js';

/**
 * The caller of the work at hand, as queues tell callers apart: a person, else the source of the request, else the service
 * itself.
 */
export function currentCaller(): string {
  const request = currentRequest() as (Request & CallerOnRequest) | undefined;
  if (!request) return 'the service itself';
  return request.user ? `person ${nameOfCaller(request.user)}` : `source ${sourceOf(request.ip)}`;
}
