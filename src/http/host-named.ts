import type { NextFunction, Request, Response } from 'express';
import { ValidationFailedError } from '../errors/app-error.js';

/** RFC 9112 §3.2 wants it refused; Node would do so without a body. */
export function hostNamed({ httpVersion, headers }: Request, _response: Response, next: NextFunction): void {
  const isMissing = httpVersion === '1.1' && headers.host === undefined;
  next(isMissing ? new ValidationFailedError('The request cannot be read.') : undefined);
}
