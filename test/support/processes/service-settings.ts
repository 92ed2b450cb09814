import type { Settings } from '../../../src/platform/config/settings.js';

const S3 = {
  bucket: 'photos',
  region: 'eu-central-1',
  endpoint: null,
  credentials: null,
  forcePathStyle: false,
};
const S3_KEYS = { accessKeyId: 'AKID', secretAccessKey: 'sesame' };
const BUCKET = { S3_BUCKET: 'photos', S3_REGION: 'eu-central-1' };
const PROVIDER = { issuer: 'https://id.example.org', audience: 'directory', jwksUrl: null };
const TRACING = {
  url: 'http://collector:4318/v1/traces',
  serviceName: 'school-directory',
  sampler: 'parentbased_always_on',
  share: 1,
} as const;
const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
const IMAGES = { url: 'https://images.example.org', apiKey: null, model: null };

export interface Example {
  /** What it leads to, by name of the setting. */
  good: [string, Partial<Settings>][];
  wrong: string[];
  /** Without it. */
  missing: Partial<Settings>;
  /** What else has to be set for it to be allowed. */
  beside?: Record<string, string>;
}

/** The variables that name a service outside of this one. */
export const SERVICES: Record<string, Example> = {
  AUTH_ISSUER: {
    good: [
      ['https://id.example.org/', { outsideIssuer: { ...PROVIDER, issuer: 'https://id.example.org/' } }],
    ],
    wrong: ['id.example.org', 'urn:provider'],
    missing: { outsideIssuer: null },
    beside: { AUTH_AUDIENCE: 'directory' },
  },
  AUTH_AUDIENCE: {
    good: [['another', { outsideIssuer: { ...PROVIDER, audience: 'another' } }]],
    wrong: [],
    missing: { outsideIssuer: null },
    beside: { AUTH_ISSUER: 'https://id.example.org' },
  },
  AUTH_JWKS_URL: {
    good: [
      [
        'https://id.example.org/keys',
        { outsideIssuer: { ...PROVIDER, jwksUrl: 'https://id.example.org/keys' } },
      ],
    ],
    wrong: ['keys.json'],
    missing: { outsideIssuer: null },
    beside: { AUTH_ISSUER: 'https://id.example.org', AUTH_AUDIENCE: 'directory' },
  },
  S3_BUCKET: {
    good: [['school.photos-1', { s3: { ...S3, bucket: 'school.photos-1' } }]],
    wrong: ['Photos', 's3://photos', 'ab', 'a/b', '-photos'],
    missing: { s3: null },
    beside: { S3_REGION: 'eu-central-1' },
  },
  S3_REGION: {
    good: [['us-west-2', { s3: { ...S3, region: 'us-west-2' } }]],
    wrong: ['Frankfurt am Main', 'eu.central'],
    missing: { s3: null },
    beside: { S3_BUCKET: 'photos' },
  },
  S3_ENDPOINT: {
    good: [
      ['http://store:9000', { s3: { ...S3, endpoint: 'http://store:9000', forcePathStyle: true } }],
      [
        'https://x.example.org/s3',
        { s3: { ...S3, endpoint: 'https://x.example.org/s3', forcePathStyle: true } },
      ],
    ],
    wrong: ['store:9000', 's3://store'],
    missing: { s3: null },
    beside: BUCKET,
  },
  S3_ACCESS_KEY_ID: {
    good: [['AKID', { s3: { ...S3, credentials: S3_KEYS } }]],
    wrong: [],
    missing: { s3: null },
    beside: { ...BUCKET, S3_SECRET_ACCESS_KEY: 'sesame' },
  },
  S3_SECRET_ACCESS_KEY: {
    good: [['sesame', { s3: { ...S3, credentials: S3_KEYS } }]],
    wrong: [],
    missing: { s3: null },
    beside: { ...BUCKET, S3_ACCESS_KEY_ID: 'AKID' },
  },
  S3_FORCE_PATH_STYLE: {
    good: [
      ['true', { s3: { ...S3, forcePathStyle: true } }],
      ['false', { s3: S3 }],
    ],
    wrong: ['yes'],
    missing: { s3: null },
    beside: BUCKET,
  },
  SMTP_URL: {
    good: [['smtps://user:word@mail.example.org', { smtpUrl: 'smtps://user:word@mail.example.org' }]],
    wrong: ['https://mail.example.org', 'mail.example.org'],
    missing: { smtpUrl: null },
  },
  MAIL_FROM: {
    good: [
      ['Office <office@example.org>', { mailFrom: 'Office <office@example.org>' }],
      ['office@example.org', { mailFrom: 'office@example.org' }],
    ],
    wrong: [
      'nonsense',
      'The desk',
      'Desk <desk>',
      'desk@',
      'a@example.org, b@example.org',
      'A <a@x>\nBcc: b@x',
    ],
    missing: { mailFrom: 'School Directory <no-reply@localhost>' },
  },
  ATTACHMENT_SCAN_URL: {
    good: [['http://127.0.0.1:8080/scan?by=us', { scanUrl: 'http://127.0.0.1:8080/scan?by=us' }]],
    wrong: ['scanner.example.org', 'icap://scanner.example.org/avscan'],
    missing: { scanUrl: null },
  },
  GEOCODER_URL: {
    good: [['https://geo.example.org/nominatim/', { geocoderUrl: 'https://geo.example.org/nominatim' }]],
    wrong: ['geo.example.org', 'file:///etc/passwd'],
    missing: { geocoderUrl: null },
  },
  IMAGE_API_URL: {
    good: [
      [
        'https://images.example.org/v1/',
        { imageService: { url: 'https://images.example.org/v1', apiKey: null, model: null } },
      ],
    ],
    wrong: ['images.example.org', 'ftp://images.example.org'],
    missing: { imageService: null },
  },
  IMAGE_API_KEY: {
    good: [['sk-sesame', { imageService: { ...IMAGES, apiKey: 'sk-sesame' } }]],
    wrong: ['open sesame'],
    missing: { imageService: null },
    beside: { IMAGE_API_URL: IMAGES.url },
  },
  IMAGE_MODEL: {
    good: [['painter-2', { imageService: { ...IMAGES, model: 'painter-2' } }]],
    wrong: [],
    missing: { imageService: null },
    beside: { IMAGE_API_URL: IMAGES.url },
  },
};

/** The variables of those who look on. */
export const OBSERVERS: Record<string, Example> = {
  METRICS_PORT: {
    good: [['9464', { metricsPort: 9464 }]],
    wrong: ['0', '65536', 'yes', '3000'],
    missing: { metricsPort: null },
  },
  SERVER_TIMING_TOKEN: {
    good: [['sesame'.repeat(6), { serverTimingToken: 'sesame'.repeat(6) }]],
    wrong: ['sesame', 'open sesame '.repeat(4)],
    missing: { serverTimingToken: null },
  },
  CELL_TOKEN: {
    good: [['sesame'.repeat(6), { cellToken: 'sesame'.repeat(6) }]],
    wrong: ['sesame', 'open sesame '.repeat(4)],
    missing: { cellToken: null },
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    good: [
      ['http://collector:4318', { tracing: TRACING }],
      ['http://collector:4318/', { tracing: TRACING }],
    ],
    wrong: ['collector:4318', 'grpc://collector:4317'],
    missing: { tracing: null },
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    good: [
      ['https://traces.example.org/in', { tracing: { ...TRACING, url: 'https://traces.example.org/in' } }],
    ],
    wrong: ['traces.example.org'],
    missing: { tracing: null },
    beside: COLLECTOR,
  },
  OTEL_SERVICE_NAME: {
    good: [['directory-eu', { tracing: { ...TRACING, serviceName: 'directory-eu' } }]],
    wrong: [],
    missing: { tracing: null },
    beside: COLLECTOR,
  },
  OTEL_TRACES_SAMPLER: {
    good: [['parentbased_traceidratio', { tracing: { ...TRACING, sampler: 'parentbased_traceidratio' } }]],
    wrong: ['sometimes', 'jaeger_remote'],
    missing: { tracing: null },
    beside: COLLECTOR,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    good: [['0.05', { tracing: { ...TRACING, share: 0.05 } }]],
    wrong: ['1.5', '-1', 'half', '5%'],
    missing: { tracing: null },
    beside: COLLECTOR,
  },
};
