import { type RequestHandler, Router } from 'express';

/**
 * Express asks each route in turn whether an address is its own, and there are nearly two hundred. What an address of the API
 * is about stands at its beginning, so that a lookup leaves one or two of them, in the order in which they were declared.
 */
export class RouteLookup {
  readonly routers = new Map<string, Router>();

  /** The router of everything that is about the same as this declared address; null outside of the API. */
  routerFor(path: string): Router | null {
    const subject = subjectOf(path);
    if (subject === null || subject.includes(':')) return null;
    const router = this.routers.get(subject) ?? Router();
    this.routers.set(subject, router);
    return router;
  }

  readonly dispatch: RequestHandler = (request, response, next) => {
    const router = this.routers.get(subjectOf(request.path) ?? '');
    // A router of its own would answer OPTIONS by itself, which no operation does.
    if (router && request.method !== 'OPTIONS') router(request, response, next);
    else next();
  };
}

/**
 * `3 v1/me` for `/api/v1/me` and `5 v1/schools/polls` for `/api/v1/schools/:schoolId/polls`: how many parts, and which of
 * them say what it is about. Express ignores the case, and one slash at the end.
 */
function subjectOf(path: string): string | null {
  const parts = path.toLowerCase().split('/');
  if (parts.at(-1) === '') parts.pop();
  const [, api, version, first = '', , third = ''] = parts;
  if (api !== 'api') return null;
  return `${parts.length - 1} ${version}/${first}${first === 'schools' ? `/${third}` : ''}`;
}

/** The address as it is declared (`/api/v1/students/:studentId`), which names nobody; one word for all others. */
export function routeTemplate(request: object): string {
  const { path } = (request as { route?: { path?: unknown } }).route ?? {};
  return typeof path === 'string' ? path : 'unknown';
}
