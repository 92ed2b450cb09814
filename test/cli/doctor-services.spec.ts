import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { NOBODY, SECRET, Surroundings, type Broken } from '../support/doctor.factory.js';
import { freePort } from '../support/processes/free-port.js';
import { TlsSite } from '../support/stubs/tls-site.js';
import { startS3Server, type S3Server } from '../storage/stores-under-test.js';

const around = new Surroundings();
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());

const s3Env = (): Record<string, string> => ({
  S3_BUCKET: s3.settings.bucket,
  S3_ENDPOINT: s3.settings.endpoint!,
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
});

/** Nobody can write there, as in the image. */
const unwritable = (): string => join(around.aFile(), 'below');

const mailEnv = async (): Promise<Record<string, string>> => ({
  SMTP_URL: await around.mailServer(),
  MAIL_FROM: 'a@example.org',
});

const refusing = async (status: number): Promise<string> =>
  `http://127.0.0.1:${await around.server((_, response) => response.writeHead(status).end())}`;

/** @param clean what it says of bytes */
async function scannerThat(clean: (bytes: string) => unknown): Promise<string> {
  const port = await around.server((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => response.end(JSON.stringify({ clean: clean(Buffer.concat(pieces).toString()) })));
  });
  return `http://127.0.0.1:${port}/scan`;
}

async function s3Refusing(code: string): Promise<string> {
  const port = await around.server((_, response) => {
    response.writeHead(403, { 'Content-Type': 'application/xml' });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${SECRET}</Message></Error>`);
  });
  return `http://127.0.0.1:${port}`;
}

const BROKEN: Broken[] = [
  [
    'a data folder that objects cannot be kept in',
    async () => ({ ...(await mailEnv()), DATA_DIR: unwritable() }),
    'DATA_DIR',
    /cannot be written to \(ENOTDIR\)/,
    /another folder/,
  ],
  [
    'a data folder that mail cannot be kept in',
    () => ({ ...s3Env(), DATA_DIR: unwritable() }),
    'DATA_DIR',
    /cannot be written to \(ENOTDIR\)/,
    /another folder/,
  ],
  [
    'keys of a provider that does not answer',
    () => ({
      AUTH_ISSUER: 'https://x.example',
      AUTH_AUDIENCE: 'x',
      AUTH_JWKS_URL: `http://u:${SECRET}@${NOBODY}`,
    }),
    'AUTH_JWKS_URL',
    /does not answer as one/,
    /reaches it/,
  ],
  [
    'a bucket that is not there',
    () => ({ ...s3Env(), S3_BUCKET: 'another' }),
    'S3_BUCKET',
    /no bucket of this name/,
    /Create it/,
  ],
  [
    'a store that does not know the key',
    async () => ({ ...s3Env(), S3_ENDPOINT: await s3Refusing('InvalidAccessKeyId') }),
    'S3_ACCESS_KEY_ID',
    /does not know these credentials/,
    /S3_SECRET_ACCESS_KEY/,
  ],
  [
    'a bucket that may not be listed',
    async () => ({ ...s3Env(), S3_ENDPOINT: await s3Refusing('AccessDenied') }),
    'S3_BUCKET',
    /may not be read and listed/,
    /s3:ListBucket/,
  ],
  [
    'a store that does not answer',
    () => ({ ...s3Env(), S3_ENDPOINT: `http://${NOBODY}`, S3_SECRET_ACCESS_KEY: SECRET }),
    'S3_ENDPOINT',
    /does not answer/,
    /S3_ENDPOINT/,
  ],
  [
    'half a pair of credentials',
    () => ({ ...s3Env(), S3_SECRET_ACCESS_KEY: '' }),
    'S3_SECRET_ACCESS_KEY',
    /should be the secret/,
    /Correct/,
  ],
  [
    'a mail server that does not answer',
    () => ({ SMTP_URL: `smtp://u:${SECRET}@${NOBODY}`, MAIL_FROM: 'a@example.org' }),
    'SMTP_URL',
    /does not answer/,
    /port 25/,
  ],
  [
    'a mail server that knows no such user',
    async () => ({
      SMTP_URL: (await around.mailServer()).replace('//', `//u:${SECRET}@`),
      MAIL_FROM: 'a@example.org',
    }),
    'SMTP_URL',
    /refuses the user/,
    /587/,
  ],
  [
    'mail without a sender',
    async () => ({ SMTP_URL: await around.mailServer() }),
    'MAIL_FROM',
    /localhost/,
    /School Office/,
  ],
  [
    'a sender that is no address',
    async () => ({ SMTP_URL: await around.mailServer(), MAIL_FROM: 'The Office' }),
    'MAIL_FROM',
    /School Office/,
    /Correct MAIL_FROM/,
  ],
  [
    'a geocoder that does not answer',
    () => ({ GEOCODER_URL: `http://u:${SECRET}@${NOBODY}` }),
    'GEOCODER_URL',
    /does not answer/,
    /Nominatim/,
  ],
  [
    'a scanner that does not answer',
    () => ({ ATTACHMENT_SCAN_URL: `http://u:${SECRET}@${NOBODY}/${SECRET}` }),
    'ATTACHMENT_SCAN_URL',
    /does not answer as a scanner \(unreachable\)/,
    /no upload is taken/,
  ],
  [
    'a scanner that says neither',
    async () => ({ ATTACHMENT_SCAN_URL: await scannerThat(() => 'perhaps') }),
    'ATTACHMENT_SCAN_URL',
    /does not answer as a scanner \(malformed\)/,
    /by POST/,
  ],
  [
    'a scanner that takes everything for harmful',
    async () => ({ ATTACHMENT_SCAN_URL: await scannerThat(() => false) }),
    'ATTACHMENT_SCAN_URL',
    /a few plain words/,
    /by POST/,
  ],
  [
    'an images service that does not answer',
    () => ({ IMAGE_API_URL: `http://${NOBODY}`, IMAGE_API_KEY: SECRET }),
    'IMAGE_API_URL',
    /does not answer \(ECONNREFUSED\)/,
    /reaches it/,
  ],
  [
    'an images service that refuses the key',
    async () => ({ IMAGE_API_URL: await refusing(401), IMAGE_API_KEY: SECRET }),
    'IMAGE_API_KEY',
    /refuses the key/,
    /IMAGE_API_KEY/,
  ],
];

describe('doctor', () => {
  it('warns of a scanner that finds nothing in the test file, and tries it with one that does', async () => {
    const elsewhere = { ...s3Env(), ...(await mailEnv()) };
    const said = async (clean: (bytes: string) => unknown) => {
      const { checks } = await around.doctor({ ...elsewhere, ATTACHMENT_SCAN_URL: await scannerThat(clean) });
      return checks.find(({ name }) => name === 'ATTACHMENT_SCAN_URL')!;
    };
    expect(await said(() => true)).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('EICAR'),
    });
    expect(await said((bytes) => !bytes.includes('EICAR-STANDARD'))).toMatchObject({ status: 'ok' });
  });

  it('finds nothing against settings that are right', async () => {
    const json =
      (value: unknown): RequestListener =>
      (_, response) =>
        response.end(JSON.stringify(value));
    const [geocoder, keys, images] = [
      await around.server(json([])),
      await around.server(json({ keys: [{ kty: 'EC' }] })),
      await around.server(json({ data: [] })),
    ];
    const site = await TlsSite.start();
    site.trust();
    const { status, failed, stderr } = await around.doctor({
      ...s3Env(),
      SITE_URL: site.url,
      TRUST_PROXY: 'true',
      SMTP_URL: await around.mailServer(),
      MAIL_FROM: 'Office <office@example.org>',
      GEOCODER_URL: `http://127.0.0.1:${geocoder}`,
      AUTH_ISSUER: 'https://id.example.org',
      AUTH_AUDIENCE: 'directory',
      AUTH_JWKS_URL: `http://127.0.0.1:${keys}`,
      IMAGE_API_URL: `http://127.0.0.1:${images}/v1`,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${images}`,
      METRICS_PORT: String(await freePort()),
    });
    site.stop();
    expect([failed, status, stderr]).toEqual([[], 0, '']);
  });

  it('names a data folder that the database cannot be kept in', async () => {
    const elsewhere = { ...s3Env(), ...(await mailEnv()) };
    const { failed } = await around.doctor({ ...elsewhere, DATABASE_URL: '', DATA_DIR: unwritable() });
    expect(failed).toContainEqual(
      expect.objectContaining({ name: 'DATA_DIR', message: 'The folder cannot be written to (ENOTDIR).' }),
    );
  });

  it('leaves a data folder alone that nothing is kept in', async () => {
    const elsewhere = { ...s3Env(), ...(await mailEnv()) };
    const TOMBSTONES = join(around.folder, 'notes');
    const { status, checks } = await around.doctor({ ...elsewhere, DATA_DIR: unwritable(), TOMBSTONES });
    expect(status).toBe(0);
    expect(checks).toContainEqual({
      name: 'DATA_DIR',
      status: 'ok',
      message: 'Not used: database, objects and mail are elsewhere.',
    });
  });

  it.each(BROKEN.map((broken) => [broken[0], broken] as const))('names %s, and what to do', (_, broken) =>
    around.expectOnly(broken),
  );

  it.each([
    ['is not there', async () => `http://${NOBODY}`, /^It does not answer \(ECONNREFUSED\): traces are lost/],
    ['is no collector', () => refusing(404), /^It does not answer as a collector \(404\): traces are lost/],
  ])('warns of a collector that %s, since the service does without', async (_, endpoint, message) => {
    const { status, checks, failed } = await around.doctor({
      OTEL_EXPORTER_OTLP_ENDPOINT: await endpoint(),
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${SECRET}`,
    });
    expect([status, failed]).toEqual([0, []]);
    expect(checks).toContainEqual({
      name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      status: 'warning',
      message: expect.stringMatching(message),
      remedy: expect.stringContaining('OTLP over HTTP'),
    });
  });
});
