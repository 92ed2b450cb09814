import { randomUUID } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3Settings } from '../../platform/config/outside-services.js';
import { STAGING_PREFIX } from '../../platform/storage/object-store.js';
import { codeOf, failed, ok, type Check } from './check.js';

/** Reads, writes and removes an object. @param answerMs milliseconds for all of it */
export async function examineBucket(s3: S3Settings, answerMs: number): Promise<Check[]> {
  const client = clientOf(s3);
  const abortSignal = AbortSignal.timeout(answerMs);
  const probe = { Bucket: s3.bucket, Key: `${STAGING_PREFIX}doctor-${randomUUID()}.png` };
  try {
    const missing = await client
      .send(new GetObjectCommand(probe), { abortSignal })
      .catch((error: unknown) => error);
    if (!(missing instanceof NoSuchKey))
      return [refused(missing, 'be read and listed', 's3:GetObject and s3:ListBucket')];
    await client.send(new PutObjectCommand({ ...probe, Body: Buffer.from('doctor') }), { abortSignal });
    await client.send(new DeleteObjectCommand(probe), { abortSignal });
    return [ok('S3_BUCKET', 'The bucket can be read, written to and removed from.')];
  } catch (error) {
    return [refused(error, 'be written to and removed from', 's3:PutObject and s3:DeleteObject')];
  } finally {
    client.destroy();
  }
}

const nothing = (): void => undefined;

const clientOf = ({ region, endpoint, credentials, forcePathStyle }: S3Settings): S3Client =>
  new S3Client({
    region,
    forcePathStyle,
    maxAttempts: 1,
    logger: { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing },
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
  });

function refused(error: unknown, use: string, right: string): Check {
  const { name, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  if (name === 'NoSuchBucket' || name === 'NotFound')
    return failed(
      'S3_BUCKET',
      'There is no bucket of this name.',
      'Create it, or name the right one, in its region.',
    );
  if (
    /^(InvalidAccessKeyId|SignatureDoesNotMatch|CredentialsProviderError|ExpiredToken|AuthorizationHeaderMalformed)$/.test(
      name,
    )
  )
    return failed(
      'S3_ACCESS_KEY_ID',
      `The store does not know these credentials (${name}).`,
      'Put the right pair into S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and the right S3_REGION.',
    );
  if (name === 'RequestTimeTooSkewed')
    return failed(
      'clock',
      'The clocks of this machine and of the object store are too far apart (RequestTimeTooSkewed): it refuses what we sign.',
      'Let both machines set their clocks by NTP.',
    );
  if (name === 'AccessDenied' || $metadata?.httpStatusCode === 403)
    return failed(
      'S3_BUCKET',
      `The bucket may not ${use} with these credentials.`,
      `Allow ${right}: without the right to list, what is missing looks like an outage.`,
    );
  return failed(
    'S3_ENDPOINT',
    `The store does not answer (${codeOf(error)}).`,
    'Look whether S3_ENDPOINT and S3_REGION are right, and whether this machine reaches it.',
  );
}
