import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';

/**
 * Against strangers' pages. Swagger UI sets styles of its own; everything else is forbidden, other hosts above all. Each answer
 * pays for each header, so those are left out that only programs of the past heed (Flash, Internet Explorer, filters against
 * scripts; who reads `frame-ancestors` ignores X-Frame-Options, CSP 3 §6.4.2), and two that are about looking up names
 * and sharing memory among windows, which no page of ours does.
 */
const OURS = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: { maxAge: 31_536_000 },
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xPoweredBy: false,
  xXssProtection: false,
});

/** As helmet writes them, asked once: they are the same for all, and to go through it each time takes as long as they do. */
export function securityHeaders(): RequestHandler {
  const headers: [string, string][] = [];
  const sample = { setHeader: (name: string, value: string) => headers.push([name, value]) };
  OURS({} as Request, sample as unknown as Response, () => undefined);
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}
