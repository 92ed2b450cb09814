import { z } from 'zod';
import { mailDomain } from '../text/mail-domain.js';
import { bucketAndFolder, isBucketAddress } from './bucket-address.js';
import { clockOffset } from './clock-offset.js';
import { faultOfDatabaseAddress } from './database-address.js';
import { flag, secret, wholeNumber } from './setting-forms.js';

/** An absolute address with one of these protocols, such as `https:`. */
export const address = (protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    // The checks that follow expect an address.
    abort: true,
  });

const WEB = ['http:', 'https:'];

/** No path, and no user, query or fragment either: what leads somewhere is put behind it. */
const siteAddress = address(WEB).refine((value) => /^\w+:\/\/[^\s/\\?#@]+\/?$/.test(value), {
  error:
    'a bare site address such as https://directory.example.org, with nothing behind the host and its port',
});

/** May have a path: an app may be one of several on its site. */
const pageBase = address(WEB).refine((value) => /^\w+:\/\/[^\s\\?#@"'<>]+$/.test(value), {
  error: 'an address such as https://app.example.org, with no user, query or fragment',
});

/** An origin as browsers write it in `Origin` (RFC 6454 section 6.2); `*` would be everybody. */
export const origin = z.string().refine((value) => isOrigin(value), {
  error:
    'origins with commas between them, as browsers write them: https://app.example.org and nothing behind it, no wildcard',
});

const isOrigin = (value: string): boolean =>
  /^https?:\/\/[^*]+$/.test(value) && URL.canParse(value) && new URL(value).origin === value;

/** Schemes that run, show or send what is in the address itself, or that open no app. */
const NO_APP = /^(javascript|data|vbscript|file|blob|about|view-source|http|ws|wss|ftp|mailto|tel|sms):/i;

/**
 * Where a button leads that opens an app: by a scheme of the app's own (RFC 8252 section 7.1), or by https where the
 * system hands such addresses to the app.
 */
const appLinkTemplate = z
  .string()
  .refine(
    (value) =>
      /^[a-z][a-z0-9+.-]*:[^\s"'<>\\{}]*\{path\}[^\s"'<>\\{}]*$/i.test(value) &&
      !NO_APP.test(value) &&
      URL.canParse(value),
    {
      error:
        "an address of the app's own scheme, or https, with {path} in it once, as in org.myschool.app:/{path}",
    },
  );

/** One or more; without `=` at their end they are read, too. */
const dataKeys = z
  .string()
  .transform((text) => text.split(',').map((part) => Buffer.from(part.trim(), 'base64')))
  .refine((keys) => keys.every(({ length }) => length === 32), {
    error:
      '32 bytes in base64 (openssl rand -base64 32); while keys are changed the new one, a comma and the old one',
  });

const POSTGRES = ['postgres:', 'postgresql:'];
/** One host, or several. */
const database = z.string().refine((value) => faultOfDatabaseAddress(value) === null, {
  error: ({ input }) => faultOfDatabaseAddress(String(input)) ?? undefined,
});
const listOf = <T>(one: z.ZodType<T, string>) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(one));
/** Names of OpenTelemetry (SDK configuration, "General SDK configuration"). */
const TRACES_SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
/** Operations section 3. Defaults that depend on other settings are filled in by `settingsFrom`. */
export const environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  SITE_URL: siteAddress.optional(),
  APP_URL: pageBase.optional(),
  APP_LINK: appLinkTemplate.optional(),
  CORS_ORIGINS: listOf(origin).optional(),
  DATA_DIR: z.string().default('.data'),
  TOMBSTONES: z
    .string()
    .refine((value) => !isBucketAddress(value) || bucketAndFolder(value) !== null, {
      error: 'a folder, or one of a bucket such as s3://backups/erasures',
    })
    .optional(),
  DATABASE_URL: database.optional(),
  DATABASE_REPLICA_URLS: listOf(address(POSTGRES)).optional(),
  DATABASE_REPLICA_MAX_LAG_MS: wholeNumber(1, 86_400_000).default(30_000),
  DATABASE_POOL_SIZE: wholeNumber(1, 1000).default(10),
  MIGRATE_ON_START: flag.optional(),
  MAIL_CODES: flag.default(true),
  DEMO: flag.optional(),
  AUTH_SIGNING_KEY: z.string().optional(),
  AUTH_VERIFY_KEYS: z.string().optional(),
  DATA_KEY: dataKeys.optional(),
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
  MAIL_FROM: z
    .string()
    .refine((value) => mailDomain(value) !== null, {
      error: 'an address, or a name and an address such as School Office <office@example.org>',
    })
    .default('School Directory <no-reply@localhost>'),
  ATTACHMENT_SCAN_URL: address(['http:', 'https:']).optional(),
  GEOCODER_URL: address(['http:', 'https:']).optional(),
  IMAGE_API_URL: address(['http:', 'https:']).optional(),
  IMAGE_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, { error: 'a key without white space' })
    .optional(),
  IMAGE_MODEL: z.string().optional(),
  UPSTREAM_TIMEOUT_MS: wholeNumber(1, 600_000).default(10_000),
  IMAGE_TIMEOUT_MS: wholeNumber(1, 600_000).default(60_000),
  WEBHOOK_ALLOW_LOOPBACK: flag.default(false),
  API_TOOLS: z.literal('extended', { error: 'extended, or not set' }).optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
  LOG_FORMAT: z.enum(['pretty', 'json'], { error: 'pretty or json' }).optional(),
  TRUST_PROXY: z
    .union([flag, wholeNumber(0, 10)], {
      error: 'false, true for one proxy, or how many there are, up to 10',
    })
    .transform(Number)
    .default(0),
  SHUTDOWN_GRACE_MS: wholeNumber(0, 600_000).default(10_000),
  CLUSTER_WORKERS: wholeNumber(1, 256).default(1),
  RATE_LIMIT: wholeNumber(0, 10_000_000).default(6000),
  ADMISSION_WAIT_MS: wholeNumber(0, 10_000).default(10),
  SNAPSHOT_CACHE_MB: wholeNumber(0, 100_000).default(192),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  SERVER_TIMING_TOKEN: secret.optional(),
  CELL_TOKEN: secret.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(['http:', 'https:']).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address(['http:', 'https:']).optional(),
  OTEL_SERVICE_NAME: z.string().default('school-directory'),
  OTEL_TRACES_SAMPLER: z
    .enum(TRACES_SAMPLERS, { error: `one of ${TRACES_SAMPLERS.join(', ')}` })
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, { error: 'a share from 0 to 1 such as 0.05' })
    .transform(Number)
    .default(1),
  CLOCK: z
    .string()
    .refine((value) => clockOffset(value, 0) !== null, {
      error: 'an ISO instant such as 2026-11-01T05:59:58Z or a signed ISO duration such as +PT2H',
    })
    .optional(),
});

export type Environment = z.output<typeof environment>;
