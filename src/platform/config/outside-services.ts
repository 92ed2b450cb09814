import type { Environment } from './environment.js';
import { SettingsError } from '../errors/operator.error.js';

/** An OpenID Connect provider whose access tokens are accepted beside our own. */
export interface OutsideIssuer {
  /** Issuer, compared with `iss` as it is written. */
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

/** A service that paints pictures of menus, as OpenAI's does. */
export interface ImageServiceSettings {
  /** Base address, without a trailing slash. */
  url: string;
  /** Null: the service asks for none. */
  apiKey: string | null;
  /** Null: the one that the service takes by itself. */
  model: string | null;
}

/** @throws SettingsError */
export function outsideIssuer(issuer?: string, audience?: string, jwksUrl?: string): OutsideIssuer | null {
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

/** @throws SettingsError */
export function s3Settings(e: Environment): S3Settings | null {
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

/** @throws SettingsError */
export function imageService(e: Environment): ImageServiceSettings | null {
  const { IMAGE_API_URL: url, IMAGE_API_KEY: apiKey, IMAGE_MODEL: model } = e;
  if (url) return { url: url.replace(/\/$/, ''), apiKey: apiKey ?? null, model: model ?? null };
  if (apiKey || model) {
    throw new SettingsError(
      `IMAGE_API_URL should be the base of the images service, since ${apiKey ? 'IMAGE_API_KEY' : 'IMAGE_MODEL'} is set.`,
    );
  }
  return null;
}
