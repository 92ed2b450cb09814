import { NOBODY } from '../../support/doctor.factory.js';
import { TlsSite } from '../../support/stubs/tls-site.js';
import type { Desk, SetUp } from './desk.js';

const PROVIDER = { AUTH_ISSUER: 'https://provider.example.org', AUTH_AUDIENCE: 'app' };

/** What is wrong with services that the service asks. */
export const serviceSetUps = (desk: Desk): SetUp[] => [
  {
    what: 'a mail server that does not answer',
    env: () => ({ ...desk.smtp, SMTP_URL: `smtp://${NOBODY}` }),
    name: 'SMTP_URL',
    remedy: 'whether host and port in SMTP_URL are right',
    follow: () => desk.smtp,
  },
  {
    what: 'a mail server that knows no such user',
    env: () => ({ ...desk.smtp, SMTP_URL: desk.smtp['SMTP_URL']!.replace('//', '//u:p@') }),
    name: 'SMTP_URL',
    remedy: 'Put user and password into SMTP_URL',
    follow: () => desk.smtp,
  },
  {
    what: 'a mail server that is spoken to in another way than it speaks',
    env: () => ({ SMTP_URL: desk.smtp['SMTP_URL']!.replace('smtp:', 'smtps:') }),
    name: 'SMTP_URL',
    remedy: 'smtps:// is for port 465, smtp:// for 587 and 25',
    follow: () => desk.smtp,
  },
  {
    what: 'a mail server whose certificate nobody has signed',
    env: async () => {
      const site = await TlsSite.start();
      desk.sites.push(site);
      return { SMTP_URL: site.url.replace('https:', 'smtps:') };
    },
    name: 'SMTP_URL',
    remedy: 'Name the server in SMTP_URL as its certificate does',
    follow: () => desk.smtp,
  },
  {
    what: 'mail from nobody',
    env: () => ({ ...desk.smtp, MAIL_FROM: '' }),
    name: 'MAIL_FROM',
    remedy: 'Set MAIL_FROM to an address of yours',
    follow: () => desk.smtp,
  },
  {
    what: 'a bucket that is not there',
    env: () => ({ ...desk.bucket(), S3_BUCKET: 'nowhere' }),
    name: 'S3_BUCKET',
    remedy: 'or name the right one',
    follow: () => desk.bucket(),
  },
  {
    what: 'a store that does not answer',
    env: () => ({ ...desk.bucket(), S3_ENDPOINT: `http://${NOBODY}` }),
    name: 'S3_ENDPOINT',
    remedy: 'Look whether S3_ENDPOINT and S3_REGION are right',
    follow: () => desk.bucket(),
  },
  {
    what: 'a store that does not know the key',
    env: () => desk.storeRefusing('InvalidAccessKeyId'),
    name: 'S3_ACCESS_KEY_ID',
    remedy: 'Put the right pair into S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
    follow: () => desk.bucket(),
  },
  {
    what: 'a bucket that may not be written to',
    env: () => desk.storeRefusing('AccessDenied', 'PUT'),
    name: 'S3_BUCKET',
    remedy: 'Allow s3:PutObject and s3:DeleteObject',
    follow: () => desk.bucket(),
  },
  {
    what: 'a bucket that may not be listed',
    env: () => desk.storeRefusing('AccessDenied'),
    name: 'S3_BUCKET',
    remedy: 'Allow s3:GetObject and s3:ListBucket',
    follow: () => desk.bucket(),
  },
  {
    what: 'a store whose clock is another one',
    env: () => desk.storeRefusing('RequestTimeTooSkewed'),
    name: 'clock',
    remedy: 'Let both machines set their clocks by NTP',
    follow: () => desk.bucket(),
  },
  {
    what: 'half a pair of credentials',
    env: () => ({ ...desk.bucket(), S3_SECRET_ACCESS_KEY: '' }),
    name: 'S3_SECRET_ACCESS_KEY',
    remedy: 'Correct S3_SECRET_ACCESS_KEY',
    follow: () => desk.bucket(),
  },
  {
    what: 'a provider without its audience',
    env: () => ({ AUTH_ISSUER: 'https://provider.example.org' }),
    name: 'AUTH_AUDIENCE',
    remedy: 'Correct AUTH_AUDIENCE',
    follow: async () => ({
      AUTH_AUDIENCE: 'app',
      AUTH_JWKS_URL: await desk.answering('{"keys":[{"kty":"EC"}]}'),
    }),
  },
  ...(
    [
      ['without any key', '{"keys":[]}'],
      ['that answers something else', '<title>Sign in</title>'],
    ] as const
  ).map(([what, body]): SetUp => ({
    what: `a provider ${what}`,
    env: async () => ({ ...PROVIDER, AUTH_JWKS_URL: await desk.answering(body) }),
    name: 'AUTH_JWKS_URL',
    remedy: 'Look whether AUTH_JWKS_URL is right',
    follow: async () => ({ AUTH_JWKS_URL: await desk.answering('{"keys":[{"kty":"EC"}]}') }),
  })),
  {
    what: 'a geocoder that answers something else',
    env: async () => ({ GEOCODER_URL: await desk.answering('<title>Maps</title>') }),
    name: 'GEOCODER_URL',
    remedy: 'Name the base of a Nominatim-compatible service',
    follow: async () => ({ GEOCODER_URL: await desk.answering('[]') }),
  },
  {
    what: 'a scanner that answers something else',
    env: async () => ({ ATTACHMENT_SCAN_URL: await desk.answering('<title>Welcome</title>') }),
    name: 'ATTACHMENT_SCAN_URL',
    remedy: 'Name an address that takes the bytes by POST',
    follow: async () => ({ ATTACHMENT_SCAN_URL: await desk.scanner() }),
  },
  {
    what: 'a geocoder that does not answer',
    env: () => ({ GEOCODER_URL: `http://${NOBODY}` }),
    name: 'GEOCODER_URL',
    remedy: 'Name the base of a Nominatim-compatible service',
    follow: async () => ({ GEOCODER_URL: await desk.answering('[]') }),
  },
  {
    what: 'a scanner that says neither',
    env: async () => ({ ATTACHMENT_SCAN_URL: await desk.answering('{}') }),
    name: 'ATTACHMENT_SCAN_URL',
    remedy: 'answers {"clean":true} or {"clean":false}',
    follow: async () => ({ ATTACHMENT_SCAN_URL: await desk.scanner() }),
  },
  {
    what: 'a scanner that finds nothing',
    env: async () => ({ ATTACHMENT_SCAN_URL: await desk.answering('{"clean":true}') }),
    name: 'ATTACHMENT_SCAN_URL',
    remedy: 'Name an address that takes the bytes by POST',
    follow: async () => ({ ATTACHMENT_SCAN_URL: await desk.scanner() }),
  },
  {
    what: 'an images service that refuses the key',
    env: async () => ({ IMAGE_API_URL: await desk.answering('', 401), IMAGE_API_KEY: 'x' }),
    name: 'IMAGE_API_KEY',
    remedy: 'Put the right one into IMAGE_API_KEY',
    follow: async () => ({ IMAGE_API_URL: await desk.answering('{}'), IMAGE_API_KEY: 'y' }),
  },
  {
    what: 'a collector that does not answer',
    env: () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://${NOBODY}` }),
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    remedy: 'Name a collector that takes OTLP over HTTP',
    follow: async () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: await desk.answering('{}') }),
  },
];
