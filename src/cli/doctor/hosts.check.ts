import { databaseAddress } from '../../platform/config/database-address.js';
import { queryOnce } from '../../platform/database/query-once.js';
import { type Check, codeOf, ok, warning } from './check.js';

const NAME = 'DATABASE_URL';

/** Each of several hosts of the database, of which one answers already; nothing where there is a single one. */
export async function examineHosts(databaseUrl: string): Promise<Check[]> {
  const { urls } = databaseAddress(databaseUrl);
  if (urls.length < 2) return [];
  const codes = await Promise.all(
    urls.map((url) =>
      queryOnce(url, 'select 1').then(
        () => null,
        (error: unknown) => codeOf(error),
      ),
    ),
  );
  // By their place in the list: an address holds a password.
  const gone = codes.flatMap((code, at) => (code === null ? [] : `${at + 1} (${code})`));
  if (gone.length === 0) return [ok(NAME, `All ${urls.length} hosts answer.`)];
  return [
    warning(
      NAME,
      `Of ${urls.length} hosts some do not answer: ${gone.join(', ')}. Where the one in use is lost, nobody takes its place.`,
      'Start PostgreSQL there again, or take the host out of DATABASE_URL.',
    ),
  ];
}
