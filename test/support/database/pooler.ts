/**
 * With `THROUGH_PGBOUNCER` the whole run has a pooler (global-setup.mjs): every application, service process and operator
 * command reaches its database through it, while the tests look past it. A server that a test starts for itself has none.
 */
export function throughPooler(databaseUrl: string): string {
  const { TEST_POOLER: pooler, TEST_POOLED_SERVER: server } = process.env;
  if (!pooler) return databaseUrl;
  const url = new URL(databaseUrl);
  if (url.host !== server) return databaseUrl;
  url.host = pooler;
  return url.toString();
}
