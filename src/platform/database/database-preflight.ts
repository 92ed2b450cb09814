import { SettingsError } from '../errors/operator.error.js';
import { queryOnce } from './query-once.js';

/** The oldest server that is supported, as PostgreSQL counts: 150004 is 15.4 (operations section 3). */
export const MIN_SERVER_VERSION = 150_000;

const VERSION = `select current_setting('server_version_num')::int as version,
  current_setting('server_encoding') as encoding, exists (select from pg_collation where collname = 'und-x-icu') as "hasIcu"`;
/** By SQLSTATE (PostgreSQL, appendix A). */
const REFUSALS: [RegExp, string][] = [
  [/^28/, 'DATABASE_URL should hold a user and a password that the database takes'],
  [/^3D000$/, 'DATABASE_URL should name a database that is there'],
  [/^25006$/, 'DATABASE_URL should name a server that takes writes among its hosts'],
  [/^42501$/, 'DATABASE_URL should name a user who may connect to the database'],
  [/^53300$/, 'DATABASE_POOL_SIZE should be lower, or max_connections higher: there is no connection left'],
  [/^57P03$/, 'DATABASE_URL should be a PostgreSQL that has started: try again in a moment'],
];
/** Node.js, of what a certificate is refused for; node-postgres, of a server that has none. */
const ENCRYPTION = /TLS|SSL|CERT|SIGNED|SIGNATURE|ISSUER/;

interface Server {
  version: number;
  encoding: string;
  hasIcu: boolean;
}

/**
 * Connects once, to say of what is wrong which setting it is.
 * @param anyEncoding for a backup: the way out of a database that is in another one
 * @throws SettingsError when the database does not answer, does not let us in, is too old, without ICU or not in UTF8
 */
export async function assertUsable(url: string, anyEncoding = false): Promise<void> {
  const { version, hasIcu, encoding } = await queryOnce<Server>(url, VERSION).catch((error: unknown) => {
    throw new SettingsError(faultOf(error));
  });
  if (version < MIN_SERVER_VERSION)
    throw new SettingsError(`DATABASE_URL should be PostgreSQL 15 or newer, and is ${versionName(version)}.`);
  if (!hasIcu)
    throw new SettingsError('DATABASE_URL should be a PostgreSQL built with ICU: names are ordered by it.');
  if (encoding !== 'UTF8' && !anyEncoding)
    throw new SettingsError(
      `DATABASE_URL should name a database whose encoding is UTF8, and not ${encoding}: "doctor" says how to make one, and how to bring along what is in this one.`,
    );
}

/** `15.4` */
export const versionName = (version: number): string => `${Math.floor(version / 10_000)}.${version % 10_000}`;

function faultOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  const [, refusal] = REFUSALS.find(([pattern]) => pattern.test(code ?? '')) ?? [];
  if (refusal) return `${refusal} (${code}).`;
  if (ENCRYPTION.test(code ?? message ?? ''))
    return `DATABASE_URL should ask for encryption as the database offers it (${code ?? 'none'}).`;
  return `DATABASE_URL should be a PostgreSQL that answers (${code ?? 'no answer'}).`;
}
