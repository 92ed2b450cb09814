import { SettingsError } from '../config/settings.error.js';
import { askOnce } from './ask-once.js';

/** As PostgreSQL counts: 150004 is 15.4 (operations section 3). */
export const OLDEST = 150_000;

const VERSION = `select current_setting('server_version_num')::int as version`;
/** PostgreSQL, appendix A: class 28, no such database, no right to connect to it. */
const KEPT_OUT = /^(28...|3D000|42501)$/;
/** PostgreSQL, appendix A. */
const FULL = '53300';
/** Node.js, of what a certificate is refused for; node-postgres, of a server that has none. */
const ENCRYPTION = /TLS|SSL|CERT|SIGNED|SIGNATURE|ISSUER/;

/**
 * Connects once, to say of what is wrong which setting it is.
 * @throws SettingsError when the database does not answer, does not let us in, or is too old
 */
export async function assertUsable(url: string): Promise<void> {
  const { version } = await askOnce<{ version: number }>(url, VERSION).catch((error: unknown) => {
    throw new SettingsError(faultOf(error));
  });
  if (version < OLDEST)
    throw new SettingsError(`DATABASE_URL should be PostgreSQL 15 or newer, and is ${versionName(version)}.`);
}

/** `15.4` */
export const versionName = (version: number): string => `${Math.floor(version / 10_000)}.${version % 10_000}`;

function faultOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code && KEPT_OUT.test(code)) return `DATABASE_URL should name a database that lets us in (${code}).`;
  if (code === FULL)
    return `DATABASE_POOL_SIZE should be lower, or max_connections higher: the database has no connection left (${FULL}).`;
  if (ENCRYPTION.test(code ?? message ?? ''))
    return `DATABASE_URL should ask for encryption as the database offers it (${code ?? 'none'}).`;
  return `DATABASE_URL should be a PostgreSQL that answers (${code ?? 'no answer'}).`;
}
