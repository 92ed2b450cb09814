import { z } from 'zod';
import { clockOffset } from './clock-offset.js';
import { fromProjectRoot } from './project-root.js';

const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'], error: 'true or false' });
const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: `a whole number from ${from} to ${to}` })
    .transform(Number)
    .refine((value) => value >= from && value <= to, { error: `a whole number from ${from} to ${to}` });
const address = (protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    // What is checked further is an address.
    abort: true,
  });
const bareSite = address(['http:', 'https:']).refine((value) => ['', '/'].includes(new URL(value).pathname), {
  error: 'a bare site address such as https://directory.example.org, without a path',
});

/** Operations section 3. Defaults that depend on other settings are filled in by `settingsFrom`. */
const environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  SITE_URL: bareSite.optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: address(['postgres:', 'postgresql:']).optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 1000).default(10),
  MIGRATE_ON_START: flag.optional(),
  DEMO: flag.optional(),
  AUTH_SIGNING_KEY: z.string().optional(),
  AUTH_VERIFY_KEYS: z.string().optional(),
  AUTH_ISSUER: address(['http:', 'https:']).optional(),
  AUTH_AUDIENCE: z.string().optional(),
  AUTH_JWKS_URL: address(['http:', 'https:']).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: 'the name of a bucket' })
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, { error: 'the name of a region such as eu-central-1' })
    .optional(),
  S3_ENDPOINT: address(['http:', 'https:']).optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: flag.optional(),
  SMTP_URL: address(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: z.string().default('School Directory <no-reply@localhost>'),
  GEOCODER_URL: address(['http:', 'https:']).optional(),
  UPSTREAM_TIMEOUT_MS: wholeNumber(1, 600_000).default(10_000),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
  LOG_FORMAT: z.enum(['pretty', 'json'], { error: 'pretty or json' }).optional(),
  TRUST_PROXY: flag.default(false),
  SHUTDOWN_GRACE_MS: wholeNumber(0, 600_000).default(10_000),
  RATE_LIMIT: wholeNumber(0, 10_000_000).default(6000),
  CLOCK: z
    .string()
    .refine((value) => clockOffset(value, 0) !== null, {
      error: 'an ISO instant such as 2026-11-01T05:59:58Z or a signed ISO duration such as +PT2H',
    })
    .optional(),
});

export interface Settings {
  port: number;
  host: string;
  /** Bare address, without a trailing slash. */
  siteUrl: string;
  /** Absolute. */
  dataDir: string;
  /** Null: the embedded database. */
  databaseUrl: string | null;
  databasePoolSize: number;
  migrateOnStart: boolean;
  /** Null: only when the embedded database is empty. */
  demo: boolean | null;
  /** PEM; null: the key kept in the data folder. */
  signingKey: string | null;
  /** PEM, one after another. */
  verifyKeys: string | null;
  /** Null: no provider but our own. */
  outsideIssuer: OutsideIssuer | null;
  /** Null: objects are kept in the data folder. */
  s3: S3Settings | null;
  /** Null: mail is written to the data folder. */
  smtpUrl: string | null;
  mailFrom: string;
  geocoderUrl: string | null;
  upstreamTimeoutMs: number;
  logLevel: string;
  logFormat: 'pretty' | 'json';
  trustProxy: boolean;
  shutdownGraceMs: number;
  /** Requests a minute and caller; 0: no limit. */
  rateLimit: number;
  /** Milliseconds that the clock runs beside the real time. */
  clockOffsetMs: number;
}

/** An OpenID Connect provider whose access tokens are accepted beside our own. */
export interface OutsideIssuer {
  /** As it stands in `iss`. */
  issuer: string;
  audience: string;
  /** Null: found by the provider's discovery document. */
  jwksUrl: string | null;
}

/** Any S3-compatible service. */
export interface S3Settings {
  bucket: string;
  region: string;
  /** Null: that of AWS for the region. */
  endpoint: string | null;
  /** Null: found as AWS tools find them (environment, profile, role of the machine). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** The bucket in the path and not in the host name. */
  forcePathStyle: boolean;
}

/** A setting is wrong or missing; the message is the one line for the operator and never holds the value. */
export class SettingsError extends Error {}

/**
 * Reads `.env` where present and the environment.
 * @throws SettingsError naming the first wrong variable and what it should be
 */
export function readSettings(): Settings {
  try {
    process.loadEnvFile(fromProjectRoot('.env'));
  } catch {
    // No .env: the environment alone.
  }
  return settingsFrom(process.env, { now: Date.now(), terminal: process.stdout.isTTY === true });
}

/** @throws SettingsError naming the first wrong variable and what it should be */
export function settingsFrom(
  env: Record<string, string | undefined>,
  surroundings: { now: number; terminal: boolean },
): Settings {
  const e = checked(env);
  return {
    port: e.PORT,
    host: e.HOST,
    siteUrl: (e.SITE_URL ?? `http://localhost:${e.PORT}`).replace(/\/$/, ''),
    dataDir: fromProjectRoot(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL ?? null,
    databasePoolSize: e.DATABASE_POOL_SIZE,
    migrateOnStart: e.MIGRATE_ON_START ?? !e.DATABASE_URL,
    demo: e.DEMO ?? (e.DATABASE_URL ? false : null),
    signingKey: e.AUTH_SIGNING_KEY ?? null,
    verifyKeys: e.AUTH_VERIFY_KEYS ?? null,
    outsideIssuer: outsideIssuer(e.AUTH_ISSUER, e.AUTH_AUDIENCE, e.AUTH_JWKS_URL),
    s3: s3Settings(e),
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom: e.MAIL_FROM,
    geocoderUrl: e.GEOCODER_URL?.replace(/\/$/, '') ?? null,
    upstreamTimeoutMs: e.UPSTREAM_TIMEOUT_MS,
    logLevel: e.LOG_LEVEL,
    logFormat: e.LOG_FORMAT ?? (surroundings.terminal ? 'pretty' : 'json'),
    trustProxy: e.TRUST_PROXY,
    shutdownGraceMs: e.SHUTDOWN_GRACE_MS,
    rateLimit: e.RATE_LIMIT,
    clockOffsetMs: e.CLOCK ? (clockOffset(e.CLOCK, surroundings.now) ?? 0) : 0,
  };
}

type Environment = z.output<typeof environment>;

function checked(env: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const { data, error } = environment.safeParse(given);
  if (!data) {
    const [issue] = error.issues;
    throw new SettingsError(`${String(issue?.path[0])} should be ${issue?.message}.`);
  }
  if (data.CLOCK && data.NODE_ENV !== 'test') {
    throw new SettingsError('CLOCK should be unset: it needs NODE_ENV=test.');
  }
  if (data.DATABASE_URL && !data.AUTH_SIGNING_KEY) {
    throw new SettingsError(
      'AUTH_SIGNING_KEY should be the PEM of a private EC P-256 or RSA key, since DATABASE_URL is set.',
    );
  }
  return data;
}

function outsideIssuer(issuer?: string, audience?: string, jwksUrl?: string): OutsideIssuer | null {
  if (issuer && audience) return { issuer, audience, jwksUrl: jwksUrl ?? null };
  if (issuer)
    throw new SettingsError(
      'AUTH_AUDIENCE should be what the provider puts in aud, since AUTH_ISSUER is set.',
    );
  if (audience || jwksUrl) {
    throw new SettingsError(
      'AUTH_ISSUER should be the address of the provider, since AUTH_AUDIENCE or AUTH_JWKS_URL is set.',
    );
  }
  return null;
}

function s3Settings(e: Environment): S3Settings | null {
  if (!e.S3_BUCKET) {
    const given = Object.entries(e).find(([name, value]) => name.startsWith('S3_') && value !== undefined);
    if (given) throw new SettingsError(`S3_BUCKET should be the name of a bucket, since ${given[0]} is set.`);
    return null;
  }
  // A service that is not AWS has no regions, and takes the name of the first one.
  const region = e.S3_REGION ?? (e.S3_ENDPOINT && 'us-east-1');
  if (!region)
    throw new SettingsError('S3_REGION should be the region of the bucket, since S3_BUCKET is set.');
  const endpoint = e.S3_ENDPOINT ?? null;
  const forcePathStyle = e.S3_FORCE_PATH_STYLE ?? endpoint !== null;
  return { bucket: e.S3_BUCKET, region, endpoint, credentials: s3Credentials(e), forcePathStyle };
}

function s3Credentials(e: Environment): S3Settings['credentials'] {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = e;
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey };
  if (accessKeyId)
    throw new SettingsError('S3_SECRET_ACCESS_KEY should be the secret of S3_ACCESS_KEY_ID, which is set.');
  if (secretAccessKey)
    throw new SettingsError('S3_ACCESS_KEY_ID should be the name of S3_SECRET_ACCESS_KEY, which is set.');
  return null;
}
