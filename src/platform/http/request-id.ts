import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { NotFoundError, ValidationFailedError } from '../errors/app-error.js';

/** Names every request in the answer and in the log; an error message refers to it. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  request.id = randomUUID();
  response.setHeader('X-Request-Id', request.id);
  next();
}

const VERSIONS: ReadonlySet<string> = new Set(['1.0', '1.1']);

/**
 * One host, a version of HTTP that is spoken here, and no coding of the body that nobody undoes: RFC 9112 §2.3, §3.2 and §6.1
 * want everything else refused, for a proxy may read it otherwise. Node lets it by, or refuses it without a body.
 */
export function unambiguous(request: Request, _response: Response, next: NextFunction): void {
  const { httpVersion, headers } = request;
  const coding = headers['transfer-encoding'];
  const isClear =
    VERSIONS.has(httpVersion) &&
    hostsOf(request) === (headers.host === undefined && httpVersion === '1.0' ? 0 : 1) &&
    (coding === undefined || coding.trim().toLowerCase() === 'chunked');
  next(isClear ? undefined : new ValidationFailedError('The request cannot be read.'));
}

/** Names and values stand in turn. */
function hostsOf({ rawHeaders }: Request): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts += 1;
  return hosts;
}

/** Express would parse the query each time that somebody looks at it. */
export function queryOnce(request: Request, _response: Response, next: NextFunction): void {
  if (request.url.includes('?'))
    Object.defineProperty(request, 'query', { value: request.query, writable: true, configurable: true });
  next();
}

/** Characters; the longest address that is one has some hundreds. */
const MAX_PATH = 8 * 1024;

/** Refuses a very long path: looking up a file takes the square of its length to resolve its dots. */
export function boundedPath(request: Request, _response: Response, next: NextFunction): void {
  const isLong = request.url.length > MAX_PATH && request.path.length > MAX_PATH;
  next(isLong ? new NotFoundError() : undefined);
}

/** Content negotiation and ranges. A thousand characters say it; to weigh tens of thousands of choices takes longer than the answer. */
const PREFERENCE_HEADERS = ['accept', 'accept-encoding', 'accept-language', 'range'] as const;
const MAX_PREFERENCE = 1024;

/** A server may ignore these headers (RFC 9110 §12.1 and §14.2), and ignores long ones. */
export function boundedPreferences({ headers }: Request, _response: Response, next: NextFunction): void {
  for (const name of PREFERENCE_HEADERS)
    if ((headers[name]?.length ?? 0) > MAX_PREFERENCE) delete headers[name];
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
