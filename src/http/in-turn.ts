import type { RequestHandler } from 'express';

/** Several handlers as one; each begins when the one before it says `next`, and an error of one ends it. */
export const inTurn = (handlers: RequestHandler[]): RequestHandler =>
  handlers.reduceRight<RequestHandler>(
    (rest, handler) => (request, response, next) =>
      void handler(request, response, (error?: unknown) =>
        error ? next(error) : void rest(request, response, next),
      ),
    (_request, _response, next) => next(),
  );
