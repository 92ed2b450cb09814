import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

/** Names every request in the answer and in the log; an error message refers to it. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  request.id = randomUUID();
  response.setHeader('X-Request-Id', request.id);
  next();
}
