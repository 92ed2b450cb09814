import type {
  CorsOptions,
  CorsOptionsDelegate,
} from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Request } from 'express';

/** Whose pages may be let in (contract section 0, rule 17); never with credentials: requests carry no cookies. */
const ALLOWED: CorsOptions = {
  origin: true,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match'],
  exposedHeaders: ['ETag', 'Retry-After', 'X-Request-Id', 'Content-Disposition'],
  maxAge: 86_400,
  credentials: false,
  optionsSuccessStatus: 204,
};

/** What pages call: the API with its token operations, and signed addresses of the embedded store. */
const OPEN_TO_PAGES = /^\/(api\/v1|storage)\//i;

/**
 * CORS (Fetch standard, section 3.2) for the pages of these origins; any other gets no header of it at all. It comes before
 * everything else, so that a page can read refusals as well.
 */
export const corsFor = (origins: string[]): CorsOptionsDelegate<Request> => {
  const known = new Set(origins);
  return (request, callback) => {
    const isOpen = known.size > 0 && OPEN_TO_PAGES.test(request.path);
    if (isOpen) request.res?.vary('Origin');
    callback(null, isOpen && known.has(request.headers.origin ?? '') ? ALLOWED : { origin: false });
  };
};
