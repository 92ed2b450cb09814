export const TEMPLATE = 'template_of_tests';

/** The address of a database of the run's own PostgreSQL. */
export function databaseUrl(name: string): string {
  const url = new URL(process.env.TEST_POSTGRES_URL ?? '');
  url.pathname = `/${name}`;
  return url.toString();
}
