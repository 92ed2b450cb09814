/** The address as it is declared (`/api/v1/students/:studentId`), which names nobody; one word for all others. */
export function routeTemplate(request: object): string {
  const { path } = (request as { route?: { path?: unknown } }).route ?? {};
  return typeof path === 'string' ? path : 'unknown';
}
