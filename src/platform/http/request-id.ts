import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { ValidationFailedError } from '../errors/app-error.js';

/** Names every request in the answer and in the log; an error message refers to it. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  request.id = randomUUID();
  response.setHeader('X-Request-Id', request.id);
  next();
}

/** RFC 9112 §3.2 wants it refused; Node would do so without a body. */
export function hostNamed({ httpVersion, headers }: Request, _response: Response, next: NextFunction): void {
  const isMissing = httpVersion === '1.1' && headers.host === undefined;
  next(isMissing ? new ValidationFailedError('The request cannot be read.') : undefined);
}

/** Express would parse the query each time that somebody looks at it. */
export function queryOnce(request: Request, _response: Response, next: NextFunction): void {
  if (request.url.includes('?'))
    Object.defineProperty(request, 'query', { value: request.query, writable: true, configurable: true });
  next();
}

/**
 * A path that cannot be decoded holds a malformed id, and that is an unknown one (contract section 0, rule 2): it is
 * read as it is written, so that its operation refuses it as it would any other.
 */
export function decodablePath(request: Request, _response: Response, next: NextFunction): void {
  if (request.url.includes('%')) request.url = decodable(request);
  next();
}

function decodable({ path, url }: Request): string {
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
