import { describe, expect, it } from '@jest/globals';
import { SettingsError } from '../errors/operator.error.js';
import { settingsFrom, type Settings } from './settings.js';

const NOW = Date.parse('2026-11-01T12:00:00Z');
const KEY = 'the PEM of a key';
const BUCKET = { S3_BUCKET: 'photos', S3_REGION: 'eu-central-1' };

const read = (env: Record<string, string | undefined>, terminal = false): Settings =>
  settingsFrom(env, { now: NOW, terminal });

const refusalOf = (env: Record<string, string>): string => {
  try {
    read(env);
    return 'accepted';
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
};

/* What one variable says depends on another one; each for itself is in settings.spec.ts. */
describe('the settings', () => {
  it('take the default address on the port that is listened on', () => {
    expect(read({ PORT: '8080' }).siteUrl).toBe('http://localhost:8080');
  });

  it('migrate no database but the embedded one without being asked', () => {
    expect(read({ DATABASE_URL: 'postgres://db/school', AUTH_SIGNING_KEY: KEY }).migrateOnStart).toBe(false);
  });

  it('log for people on a terminal', () => {
    expect(read({}, true).logFormat).toBe('pretty');
  });

  it.each(['development', 'production', undefined])('leave the clock alone with NODE_ENV %s', (NODE_ENV) => {
    const env = { CLOCK: '+PT2H', ...(NODE_ENV && { NODE_ENV }) };
    expect(refusalOf(env)).toBe('CLOCK should be unset: it needs NODE_ENV=test.');
  });

  it('need the issuer and the audience of an outside provider together', () => {
    expect(refusalOf({ AUTH_ISSUER: 'https://id.example.org' })).toMatch(/^AUTH_AUDIENCE should be /);
    expect(refusalOf({ AUTH_AUDIENCE: 'directory' })).toMatch(/^AUTH_ISSUER should be /);
    expect(refusalOf({ AUTH_JWKS_URL: 'https://id.example.org/keys' })).toMatch(/^AUTH_ISSUER should be /);
  });

  it.each([
    ['S3_REGION', 'eu-central-1'],
    ['S3_ENDPOINT', 'http://store:9000'],
    ['S3_ACCESS_KEY_ID', 'AKID'],
    ['S3_SECRET_ACCESS_KEY', 'sesame'],
    ['S3_FORCE_PATH_STYLE', 'false'],
  ])('need a bucket where %s is set', (name, value) => {
    expect(refusalOf({ [name]: value })).toBe(
      `S3_BUCKET should be the name of a bucket, since ${name} is set.`,
    );
  });

  it('need a region of AWS, and none of another service', () => {
    expect(refusalOf({ S3_BUCKET: 'photos' })).toMatch(/^S3_REGION should be /);
    const { s3 } = read({ S3_BUCKET: 'photos', S3_ENDPOINT: 'http://store:9000' });
    expect(s3).toMatchObject({ region: 'us-east-1', forcePathStyle: true });
  });

  it('leave the bucket in the host name of another service where they are told to', () => {
    const endpoint = { S3_ENDPOINT: 'https://oss.example.org', S3_FORCE_PATH_STYLE: 'false' };
    expect(read({ ...BUCKET, ...endpoint }).s3).toMatchObject({ forcePathStyle: false });
  });

  it('need both keys of the bucket, or neither', () => {
    expect(refusalOf({ ...BUCKET, S3_ACCESS_KEY_ID: 'AKID' })).toMatch(/^S3_SECRET_ACCESS_KEY should be /);
    expect(refusalOf({ ...BUCKET, S3_SECRET_ACCESS_KEY: 'sesame' })).toMatch(/^S3_ACCESS_KEY_ID should be /);
    expect(refusalOf({ ...BUCKET, S3_SECRET_ACCESS_KEY: 'sesame' })).not.toContain('sesame');
    expect(read(BUCKET).s3).toMatchObject({ credentials: null });
  });

  it.each(['IMAGE_API_KEY', 'IMAGE_MODEL'])('need an images service where %s is set', (name) => {
    expect(refusalOf({ [name]: 'sesame' })).toBe(
      `IMAGE_API_URL should be the base of the images service, since ${name} is set.`,
    );
  });

  it('need a signing key beside a database of their own', () => {
    expect(refusalOf({ DATABASE_URL: 'postgres://db/school' })).toMatch(/^AUTH_SIGNING_KEY should be /);
  });
});
