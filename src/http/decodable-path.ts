import type { NextFunction, Request, Response } from 'express';

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
