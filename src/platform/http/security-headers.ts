import type { Request, RequestHandler, Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import type {
  CorsOptions,
  CorsOptionsDelegate,
} from '@nestjs/common/interfaces/external/cors-options.interface.js';

/**
 * Against strangers' pages. Swagger UI sets styles of its own; everything else is forbidden, other hosts above all. Each answer
 * pays for each header, so those are left out that only programs of the past heed (Flash, Internet Explorer, filters against
 * scripts; who reads `frame-ancestors` ignores X-Frame-Options, CSP 3 §6.4.2), and two that are about looking up names
 * and sharing memory among windows, which no page of ours does.
 */
const OF_PAGES: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      // Nothing else is asked where a form may go: `default-src` is not (CSP 3 §6.4.1).
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  // Only this host: other hosts of its domain are not ours to decide about.
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xPoweredBy: false,
  xXssProtection: false,
};

/** An answer of the API is no page: nothing in it is shown, and a telephone pays for every word. */
const OF_THE_API: HelmetOptions = {
  ...OF_PAGES,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
  },
};

/**
 * Headers of helmet, computed once: they are the same for all requests, and computing them takes as long as a request does.
 */
export function securityHeaders(): RequestHandler {
  const [ofPages, ofTheApi] = [headersOf(OF_PAGES), headersOf(OF_THE_API)];
  return (request, response, next) => {
    for (const [name, value] of request.path.startsWith('/api/v1/') ? ofTheApi : ofPages)
      response.setHeader(name, value);
    next();
  };
}

function headersOf(options: HelmetOptions): [string, string][] {
  const headers: [string, string][] = [];
  const sample = { setHeader: (name: string, value: string) => headers.push([name, value]) };
  helmet(options)({} as Request, sample as unknown as Response, () => undefined);
  return headers;
}

/** The rule for pages of other origins (contract section 0, rule 17); never with credentials: requests carry no cookies. */
const ALLOWED: CorsOptions = {
  origin: true,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match'],
  exposedHeaders: ['ETag', 'Retry-After', 'X-Request-Id', 'Content-Disposition', 'WWW-Authenticate'],
  maxAge: 86_400,
  credentials: false,
  optionsSuccessStatus: 204,
};

/** Headers of the protocol of tool servers, which no operation of the API knows. */
const ALLOWED_TO_CLIENTS_OF_TOOLS: CorsOptions = {
  ...ALLOWED,
  methods: ['GET', 'POST', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'],
};

/** Paths that pages call: the API with its token operations, the tool server, and signed addresses of the embedded store. */
const OPEN_TO_PAGES = /^\/((api\/v1|storage)\/|mcp$)/i;

/**
 * The OpenAPI document and the metadata of what is protected say nothing of anybody: tools in a browser read them from wherever
 * they are.
 */
const OPEN_TO_ALL = /^\/(docs\/openapi(-3\.1)?\.(json|yaml)$|\.well-known\/oauth-protected-resource)/;
const ALL: CorsOptions = {
  origin: '*',
  methods: ['GET', 'HEAD'],
  allowedHeaders: ['If-None-Match'],
  exposedHeaders: ['ETag'],
  maxAge: 86_400,
};

/**
 * CORS (Fetch standard, section 3.2) for the pages of these origins; any other gets no header of it at all but for the OpenAPI
 * document. It comes before everything else, so that a page can read refusals as well.
 */
export const corsFor = (origins: string[]): CorsOptionsDelegate<Request> => {
  const known = new Set(origins);
  return (request, callback) => {
    if (OPEN_TO_ALL.test(request.path)) return callback(null, ALL);
    const isOpen = known.size > 0 && OPEN_TO_PAGES.test(request.path);
    if (isOpen) request.res?.vary('Origin');
    if (!isOpen || !known.has(request.headers.origin ?? '')) return callback(null, { origin: false });
    callback(null, request.path === '/mcp' ? ALLOWED_TO_CLIENTS_OF_TOOLS : ALLOWED);
  };
};
