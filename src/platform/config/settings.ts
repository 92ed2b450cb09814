import { userInfo } from 'node:os';
import { clockOffset } from './clock-offset.js';
import { ENV_FILE, loadEnvFile } from './env-file.js';
import { environment, type Environment } from './environment.js';
import {
  imageService,
  outsideIssuer,
  s3Settings,
  type ImageServiceSettings,
  type OutsideIssuer,
  type S3Settings,
} from './outside-services.js';
import { fromProjectRoot } from './project-root.js';
import { SettingsError } from '../errors/operator.error.js';
import { isBucketAddress } from './bucket-address.js';
import { tracingSettings, type TracingSettings } from './tracing-settings.js';
import { trimmedEnd } from '../text/trimmed-end.js';

export interface Settings {
  port: number;
  host: string;
  /** Bare address, without a trailing slash. */
  siteUrl: string;
  /** Beginning of links for people, without a trailing slash: an app's address, or the service's own. */
  appUrl: string;
  /** Template with `{path}` of links that open an app; null: there is none. */
  appLink: string | null;
  /** Origins of web pages that may call the API, as browsers write them. */
  corsOrigins: string[];
  /** Absolute. */
  dataDir: string;
  /** Where notes of erasures lie: a folder (absolute), or `s3://bucket/folder`. */
  tombstones: string;
  /** Null: the embedded database. */
  databaseUrl: string | null;
  /** Addresses of replicas of the database. Empty: everything is read from the database itself. */
  databaseReplicaUrls: string[];
  /** A replica that is further behind is not read. */
  databaseReplicaMaxLagMs: number;
  databasePoolSize: number;
  migrateOnStart: boolean;
  /** Whether people may sign in by a code that is mailed. */
  mailCodes: boolean;
  /** Null: only when the embedded database is empty. */
  demo: boolean | null;
  /** PEM; null: the key kept in the data folder, or none at all (`makesSigningKey`). */
  signingKey: string | null;
  /** Where none is given, one is made and kept in the data folder: beside the embedded database. */
  makesSigningKey: boolean;
  /** PEM, one after another. */
  verifyKeys: string | null;
  /** 32 bytes each; the first one seals, all of them open. None: a key is derived from the signing key. */
  dataKeys: Buffer[];
  /** Null: no provider but our own. */
  outsideIssuer: OutsideIssuer | null;
  /** Null: objects are kept in the data folder. */
  s3: S3Settings | null;
  /** Null: mail is written to the data folder. */
  smtpUrl: string | null;
  mailFrom: string;
  geocoderUrl: string | null;
  /** Address of the scanner that checks every upload; null: uploads are not scanned. */
  scanUrl: string | null;
  /** Null: menu cards are drawn here. */
  imageService: ImageServiceSettings | null;
  upstreamTimeoutMs: number;
  imageTimeoutMs: number;
  /** The tool server at `/mcp` offers the additive tools as well. */
  hasExtendedTools: boolean;
  /** Clients and webhooks may be on 127.0.0.1: for tests. */
  reachesLoopback: boolean;
  logLevel: string;
  logFormat: 'pretty' | 'json';
  /** JSON was asked for: whoever reads standard output expects nothing else there. */
  jsonAlone: boolean;
  /** So many proxies before us, of which each has added to X-Forwarded-For where a request came from; 0: none. */
  trustProxy: number;
  shutdownGraceMs: number;
  /** Processes that serve; 1: this one. */
  clusterWorkers: number;
  /** Requests a minute and caller; 0: no limit. */
  rateLimit: number;
  /** Milliseconds that statements may wait for a connection before requests are refused; 0: none is. */
  admissionWaitMs: number;
  /** Megabytes of memory for lists that are cached in the form in which they are sent (src/platform/cache). */
  snapshotCacheMb: number;
  /** Null: metrics are not served. */
  metricsPort: number | null;
  /** By it a request shows that it is the operator's, and is told how long its answer took; null: nobody is. */
  serverTimingToken: string | null;
  /** By it the router in front of several installations asks which schools are here; null: nobody may. */
  cellToken: string | null;
  /** Null: nothing is traced. */
  tracing: TracingSettings | null;
  /** NODE_ENV=test: tokens may be good for as long as a test wants. */
  isTest: boolean;
  /** Milliseconds that the clock runs beside the real time. */
  clockOffsetMs: number;
}

/** Settings whose database is known and running. */
export type AppSettings = Settings & { databaseUrl: string };

export interface Surroundings {
  now: number;
  /** Somebody reads standard output on a terminal. */
  terminal: boolean;
  /** No key has to be given: nothing is going to be signed. */
  signsNothing?: boolean;
}

/** Name of the operator who gives a command: the user that they were before `sudo`. */
export const operatorName = (): string => process.env.SUDO_USER ?? userInfo().username;

/**
 * Reads `.env` where present and the environment, for the service or a command that signs.
 * @throws SettingsError naming the first wrong variable and what it should be, or `.env` when it cannot be read
 */
export const readSettings = (envFile = ENV_FILE): Settings => read(envFile, false);

/**
 * Settings of a command that signs nothing, which needs no key for it (operations section 4).
 * @throws SettingsError
 */
export const readCommandSettings = (envFile = ENV_FILE): Settings => read(envFile, true);

function read(envFile: string, signsNothing: boolean): Settings {
  loadEnvFile(envFile);
  const terminal = process.stdout.isTTY === true;
  return settingsFrom(process.env, { now: Date.now(), terminal, signsNothing });
}

const logging = (
  { LOG_LEVEL: logLevel, LOG_FORMAT: format }: Environment,
  { terminal }: Surroundings,
): Pick<Settings, 'logLevel' | 'logFormat' | 'jsonAlone'> => ({
  logLevel,
  logFormat: format ?? (terminal ? 'pretty' : 'json'),
  jsonAlone: format === 'json',
});

const observability = (
  e: Environment,
): Pick<Settings, 'metricsPort' | 'serverTimingToken' | 'cellToken' | 'tracing'> => ({
  metricsPort: e.METRICS_PORT ?? null,
  serverTimingToken: e.SERVER_TIMING_TOKEN ?? null,
  cellToken: e.CELL_TOKEN ?? null,
  tracing: tracingSettings(e),
});

const databases = (
  e: Environment,
): Pick<
  Settings,
  'databaseUrl' | 'databaseReplicaUrls' | 'databaseReplicaMaxLagMs' | 'databasePoolSize'
> => ({
  databaseUrl: e.DATABASE_URL ?? null,
  databaseReplicaUrls: e.DATABASE_REPLICA_URLS ?? [],
  databaseReplicaMaxLagMs: e.DATABASE_REPLICA_MAX_LAG_MS,
  databasePoolSize: e.DATABASE_POOL_SIZE,
});

/** @throws SettingsError naming the first wrong variable and what it should be */
export function settingsFrom(env: Record<string, string | undefined>, surroundings: Surroundings): Settings {
  const e = checked(env, surroundings);
  return {
    port: e.PORT,
    host: e.HOST,
    ...addresses(e),
    dataDir: fromProjectRoot(e.DATA_DIR),
    tombstones: tombstones(e),
    ...databases(e),
    migrateOnStart: e.MIGRATE_ON_START ?? !e.DATABASE_URL,
    mailCodes: e.MAIL_CODES,
    demo: e.DEMO ?? (e.DATABASE_URL ? false : null),
    signingKey: e.AUTH_SIGNING_KEY ?? null,
    makesSigningKey: !e.DATABASE_URL,
    verifyKeys: e.AUTH_VERIFY_KEYS ?? null,
    dataKeys: e.DATA_KEY ?? [],
    outsideIssuer: outsideIssuer(e.AUTH_ISSUER, e.AUTH_AUDIENCE, e.AUTH_JWKS_URL),
    s3: s3Settings(e),
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom: e.MAIL_FROM,
    geocoderUrl: e.GEOCODER_URL?.replace(/\/$/, '') ?? null,
    scanUrl: e.ATTACHMENT_SCAN_URL ?? null,
    imageService: imageService(e),
    upstreamTimeoutMs: e.UPSTREAM_TIMEOUT_MS,
    imageTimeoutMs: e.IMAGE_TIMEOUT_MS,
    hasExtendedTools: e.API_TOOLS === 'extended',
    reachesLoopback: e.WEBHOOK_ALLOW_LOOPBACK,
    ...logging(e, surroundings),
    trustProxy: e.TRUST_PROXY,
    shutdownGraceMs: e.SHUTDOWN_GRACE_MS,
    clusterWorkers: e.CLUSTER_WORKERS,
    rateLimit: e.RATE_LIMIT,
    admissionWaitMs: e.ADMISSION_WAIT_MS,
    snapshotCacheMb: e.SNAPSHOT_CACHE_MB,
    ...observability(e),
    isTest: e.NODE_ENV === 'test',
    clockOffsetMs: e.CLOCK ? (clockOffset(e.CLOCK, surroundings.now) ?? 0) : 0,
  };
}

function tombstones({ TOMBSTONES: location, DATA_DIR }: Environment): string {
  if (location === undefined) return fromProjectRoot(DATA_DIR);
  return isBucketAddress(location) ? location : fromProjectRoot(location);
}

function addresses(e: Environment): Pick<Settings, 'siteUrl' | 'appUrl' | 'appLink' | 'corsOrigins'> {
  const siteUrl = (e.SITE_URL ?? `http://localhost:${e.PORT}`).replace(/\/$/, '');
  return {
    siteUrl,
    appUrl: e.APP_URL === undefined ? siteUrl : trimmedEnd(e.APP_URL, /\//),
    appLink: e.APP_LINK ?? null,
    corsOrigins: e.CORS_ORIGINS ?? [],
  };
}

function checked(env: Record<string, string | undefined>, { signsNothing }: Surroundings): Environment {
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
  if (data.WEBHOOK_ALLOW_LOOPBACK && data.NODE_ENV !== 'test') {
    throw new SettingsError('WEBHOOK_ALLOW_LOOPBACK should be unset: it needs NODE_ENV=test.');
  }
  if (data.METRICS_PORT === data.PORT) {
    throw new SettingsError('METRICS_PORT should be another port than PORT: metrics are not for everybody.');
  }
  if (data.DATABASE_URL && !data.AUTH_SIGNING_KEY && !signsNothing) {
    throw new SettingsError(
      'AUTH_SIGNING_KEY should be the PEM of a private EC P-256 or RSA key, since DATABASE_URL is set.',
    );
  }
  return data;
}
