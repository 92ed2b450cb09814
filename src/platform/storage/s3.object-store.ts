import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type GetObjectCommandOutput,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Logger } from '@nestjs/common';
import type { Clock } from '../clock/clock.js';
import type { S3Settings } from '../config/outside-services.js';
import { UnavailableError } from '../errors/app-error.js';
import { UpstreamError } from '../upstream/outside-call.js';
import { kindOfFailure, outsideCall } from '../upstream/outside-call.js';
import { boundAnswers } from './bounded-answers.js';
import { withFile } from './object-files.js';
import { assertStorable, contentTypeOf, dispositionOf } from './object-key.js';
import {
  ADDRESS_LIFETIME_SECONDS,
  ObjectStore,
  ObjectTooLargeError,
  type FileToStore,
  type SignedAddress,
  type StoredObject,
} from './object-store.js';

const NOBODY_KEEPS_IT = 'private, no-store';

/** The client's own log is dropped: failures are in ours, and it would write to the console. */
const nothing = (): void => undefined;
const SILENT = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/**
 * Any S3-compatible service, behind addresses that it checks itself. An address to PUT to fixes the key and the type;
 * it cannot bound the size.
 */
export class S3ObjectStore extends ObjectStore {
  private readonly logger = new Logger('ObjectStore');
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor(
    { bucket, region, endpoint, credentials, forcePathStyle }: S3Settings,
    /** Milliseconds, for the whole of every call. */
    private readonly deadlineMs: number,
    private readonly clock: Clock,
  ) {
    super();
    this.bucket = bucket;
    this.client = new S3Client({
      region,
      forcePathStyle,
      logger: SILENT,
      ...(endpoint && { endpoint }),
      ...(credentials && { credentials }),
      // Otherwise the checksum of an empty body becomes part of every signed address.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    boundAnswers(this.client);
  }

  async uploadAddress({ key, contentType }: { key: string; contentType: string }): Promise<SignedAddress> {
    assertStorable(key, contentType);
    return this.sign(new PutObjectCommand({ ...this.at(key), ContentType: contentType }));
  }

  async downloadAddress(key: string, fileName?: string): Promise<SignedAddress> {
    const answer = {
      ResponseCacheControl: NOBODY_KEEPS_IT,
      ResponseContentDisposition: dispositionOf(key, fileName ?? null),
    };
    return this.sign(new GetObjectCommand({ ...this.at(key), ...answer }));
  }

  async read(key: string, maxBytes: number): Promise<StoredObject | null> {
    const command = new GetObjectCommand(this.at(key));
    return this.call(async (abortSignal) => {
      const answer = await this.client.send(command, { abortSignal }).catch(nullIfMissing);
      return (
        answer && { bytes: await bytesOf(answer, maxBytes, abortSignal), contentType: contentTypeOf(key) }
      );
    });
  }

  async write(key: string, { bytes, contentType }: StoredObject): Promise<void> {
    assertStorable(key, contentType);
    const command = new PutObjectCommand({ ...this.at(key), Body: bytes, ContentType: contentType });
    await this.put(command);
  }

  async writeFile(key: string, { path, sizeBytes, contentType }: FileToStore): Promise<void> {
    assertStorable(key, contentType);
    await withFile(path, (content) => {
      const object = { Body: content, ContentLength: sizeBytes, ContentType: contentType };
      const command = new PutObjectCommand({ ...this.at(key), ...object });
      return this.put(command);
    });
  }

  async remove(key: string): Promise<void> {
    const command = new DeleteObjectCommand(this.at(key));
    await this.call((abortSignal) => this.client.send(command, { abortSignal }));
  }

  private put(command: PutObjectCommand): Promise<void> {
    return this.call(async (abortSignal) => {
      const { ETag } = await this.client.send(command, { abortSignal });
      // An object store answers 200 with one; a proxy, say, with a page of its own does not.
      if (!ETag) throw new UpstreamError('malformed');
    });
  }

  private at(key: string): { Bucket: string; Key: string } {
    contentTypeOf(key);
    return { Bucket: this.bucket, Key: key };
  }

  private async sign(command: PutObjectCommand | GetObjectCommand): Promise<SignedAddress> {
    // Signatures know whole seconds (Signature Version 4, X-Amz-Date).
    const signingDate = new Date(Math.floor(this.clock.now().getTime() / 1000) * 1000);
    const url = await this.within(() =>
      getSignedUrl(this.client, command, {
        signingDate,
        expiresIn: ADDRESS_LIFETIME_SECONDS,
        // Left to itself, the signer does not sign the type.
        signableHeaders: new Set(['host', 'content-type']),
      }),
    );
    return { url, expiresAt: new Date(signingDate.getTime() + ADDRESS_LIFETIME_SECONDS * 1000) };
  }

  private call<T>(work: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    return this.within((abortSignal) => outsideCall('object_store', () => work(abortSignal), kindOf));
  }

  /** @throws UnavailableError, which tells nothing; the log gets the kind of failure, since a message may hold a key */
  private async within<T>(work: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await work(AbortSignal.timeout(this.deadlineMs));
    } catch (error) {
      if (error instanceof ObjectTooLargeError) throw error;
      const { name, code, $metadata } = error as Error & {
        code?: unknown;
        $metadata?: { httpStatusCode?: number };
      };
      this.logger.warn(
        { error: name, code, status: $metadata?.httpStatusCode },
        'The object store cannot be used',
      );
      throw new UnavailableError();
    }
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof NoSuchKey) return null;
  throw error;
}

const kindOf = (error: unknown): string =>
  error instanceof ObjectTooLargeError ? 'too_large' : kindOfFailure(error);

async function bytesOf(
  { Body, ContentLength }: GetObjectCommandOutput,
  maxBytes: number,
  abortSignal: AbortSignal,
): Promise<Buffer> {
  const body = Body as Readable;
  const stop = () => body.destroy(abortSignal.reason as Error);
  abortSignal.addEventListener('abort', stop);
  try {
    // S3 says the length of every object (GetObject, Content-Length). What says none need not have an end: to read it
    // up to the bound, again and again, would keep the only thread from everybody else.
    if (ContentLength === undefined) throw new UpstreamError('malformed');
    if (ContentLength > maxBytes) throw new ObjectTooLargeError();
    return Buffer.concat((await body.toArray()) as Buffer[]);
  } finally {
    abortSignal.removeEventListener('abort', stop);
    body.destroy();
  }
}
