import type { NextFunction, Request, Response } from 'express';

/**
 * A path that cannot be decoded holds a malformed id, and that is an unknown one (contract section 0, rule 2): it is
 * read as it is written, so that its operation refuses it as it would any other.
 */
export function decodablePath(request: Request, _response: Response, next: NextFunction): void {
  const { path, url } = request;
  try {
    decodeURIComponent(path);
  } catch {
    request.url = path.replaceAll('%', '%25') + url.slice(path.length);
  }
  next();
}
