import type { NestExpressApplication } from '@nestjs/platform-express';

/** Swagger UI and the document: open to everyone, and without any data. `docs-page.spec.ts` looks after them. */
const DOCUMENTATION = /^\/docs(\/|$)/;
/** Middleware is registered for every method there is; no operation is. */
const METHODS_OF_MIDDLEWARE = 10;
/** Reports of WebDAV are declared for every method, since Nest has no decorator for REPORT; whatever else comes there is refused. */
const ADDRESS_BOOKS = /^\/carddav(\/|$)/;

const OUTSIDE = String.raw`api|healthz|readyz|mcp|carddav|storage|schools\/\*path|\.well-known|oauth|device|sign-in|account|password|invitation`;

/** Paths that are not below the prefix of the API. */
export const OUTSIDE_OF_THE_API = new RegExp(String.raw`^\/((${OUTSIDE})(\/|$)|$)`);

/** Operations that are about no school. */
export const ACROSS_SCHOOLS = new RegExp(String.raw` \/((me|auth|registration|${OUTSIDE})(\/|$)|$)`);

/** What the running application answers, as its router has it: `GET /api/v1/students/:studentId`, and the documentation. */
export function routesOf(app: NestExpressApplication): string[] {
  const { stack } = app.getHttpAdapter().getInstance().router;
  const routes = stack.flatMap(({ route }) => {
    const methods = [...new Set(route?.stack.map(({ method }) => method))];
    if (!route) return [];
    const path = route.path === '/' ? '/' : route.path.replace(/\/$/, '');
    if (methods.length > METHODS_OF_MIDDLEWARE) return ADDRESS_BOOKS.test(path) ? [`REPORT ${path}`] : [];
    return methods.map((method) => `${method.toUpperCase()} ${path}`);
  });
  return [...new Set(routes)].sort();
}

/**
 * The operations among them: `GET /students/:studentId`. The version's prefix is left out, and so are the documentation and
 * questions whether a page may ask (CORS).
 */
export const operationsOf = (app: NestExpressApplication): string[] =>
  routesOf(app)
    .map((route) => route.split(' ') as [string, string])
    .filter(([method, path]) => method !== 'OPTIONS' && !DOCUMENTATION.test(path))
    .map(([method, path]) => `${method} ${path.replace(/^\/api\/v1/, '')}`)
    .sort();
