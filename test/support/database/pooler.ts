/**
 * With `THROUGH_PGBOUNCER` the whole run has a pooler (global-setup.mjs): every application, service process and operator
 * command reaches its database through it, while the tests look past it.
 */
export function throughPooler(databaseUrl: string): string {
  const { TEST_POOLER: pooler } = process.env;
  if (!pooler) return databaseUrl;
  const url = new URL(databaseUrl);
  url.host = pooler;
  return url.toString();
}
