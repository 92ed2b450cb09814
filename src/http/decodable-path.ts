import type { NextFunction, Request, Response } from 'express';
import { NotFoundError } from '../errors/app-error.js';

/** A path that cannot be decoded holds a malformed id, and that is an unknown one (contract section 0, rule 2). */
export function decodablePath(request: Request, _response: Response, next: NextFunction): void {
  try {
    decodeURIComponent(request.path);
    next();
  } catch {
    next(new NotFoundError());
  }
}
