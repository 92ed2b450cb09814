import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3';
import type { S3Settings } from '../config/outside-services.js';
import { CommandRefusedError } from '../errors/operator.error.js';
import { bucketAndFolder } from '../config/bucket-address.js';
import { boundAnswers } from './bounded-answers.js';

/** Bytes: S3 takes 10,000 parts of a file, and none smaller than 5 MB. */
const PART_BYTES = 64 * 1024 * 1024;
/** Milliseconds, for a part or for anything smaller. */
const DEADLINE_MS = 10 * 60_000;
/** Bytes of what is read as a whole. */
const MAX_TEXT = 16 * 1024 * 1024;

const nothing = (): void => undefined;
const SILENT = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/**
 * A folder of a bucket in which the operator keeps files: at the service that the objects are at, with the same credentials, or
 * else as the tools of AWS find both (`AWS_REGION`, `AWS_ENDPOINT_URL_S3`, `AWS_ACCESS_KEY_ID` …).
 */
export class Bucket {
  /** Without a slash at its end. */
  readonly address: string;
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly folder: string;

  /** @throws CommandRefusedError when the address is none */
  constructor(
    address: string,
    s3: S3Settings | null,
    private readonly partBytes = PART_BYTES,
  ) {
    const found = bucketAndFolder(address);
    if (!found)
      throw new CommandRefusedError(
        `${address} should be a folder of a bucket, such as s3://backups/school.`,
      );
    this.bucket = found.bucket;
    this.folder = found.folder === '' ? '' : `${found.folder}/`;
    this.address = `s3://${this.bucket}${found.folder === '' ? '' : `/${found.folder}`}`;
    this.client = new S3Client({
      logger: SILENT,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(s3 && { region: s3.region, forcePathStyle: s3.forcePathStyle }),
      ...(s3?.endpoint && { endpoint: s3.endpoint }),
      ...(s3?.credentials && { credentials: s3.credentials }),
    });
    boundAnswers(this.client);
  }

  /** Names of what lies in the folder itself. */
  async list(): Promise<string[]> {
    const names: string[] = [];
    let next: string | undefined;
    do {
      const page = new ListObjectsV2Command({
        Bucket: this.bucket,
        Prefix: this.folder,
        Delimiter: '/',
        ContinuationToken: next,
      });
      const { Contents = [], NextContinuationToken } = await this.call((abortSignal) =>
        this.client.send(page, { abortSignal }),
      );
      names.push(...Contents.map(({ Key = '' }) => Key.slice(this.folder.length)));
      next = NextContinuationToken;
    } while (next !== undefined);
    return names.filter((name) => name !== '');
  }

  /** Null when there is none of this name. */
  async text(name: string): Promise<string | null> {
    return this.call(async (abortSignal) => {
      const answer = await this.client
        .send(new GetObjectCommand(this.at(name)), { abortSignal })
        .catch(nullIfMissing);
      if (!answer) return null;
      if ((answer.ContentLength ?? Infinity) > MAX_TEXT)
        throw new CommandRefusedError(`${this.address}/${name} is too large to be what was written there.`);
      return answer.Body!.transformToString('utf8');
    });
  }

  /** @throws CommandRefusedError when there is none of this name */
  async *read(name: string): AsyncGenerator<Buffer> {
    const { Body } = await this.call((abortSignal) =>
      this.client.send(new GetObjectCommand(this.at(name)), { abortSignal }),
    );
    yield* Body as Readable as AsyncIterable<Buffer>;
  }

  async writeText(name: string, text: string): Promise<void> {
    const object = new PutObjectCommand({ ...this.at(name), Body: Buffer.from(text) });
    await this.call((abortSignal) => this.client.send(object, { abortSignal }));
  }

  /** In parts where it is large: in one piece, S3 takes five gigabytes at most. */
  async writeFile(name: string, path: string): Promise<void> {
    const file = await open(path, 'r');
    const { size } = await file.stat().finally(() => file.close());
    if (size <= this.partBytes) return this.putWhole(name, path, size);
    const { UploadId } = await this.call((abortSignal) =>
      this.client.send(new CreateMultipartUploadCommand(this.at(name)), { abortSignal }),
    );
    const upload = { ...this.at(name), UploadId };
    try {
      const Parts = await this.putParts(upload, path, size);
      const complete = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } });
      await this.call((abortSignal) => this.client.send(complete, { abortSignal }));
    } catch (error) {
      await this.client.send(new AbortMultipartUploadCommand(upload)).catch(nothing);
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await this.call((abortSignal) =>
      this.client.send(new DeleteObjectCommand(this.at(name)), { abortSignal }),
    );
  }

  close(): void {
    this.client.destroy();
  }

  private async putWhole(name: string, path: string, size: number): Promise<void> {
    await this.call((abortSignal) => {
      const Body = createReadStream(path);
      const object = new PutObjectCommand({ ...this.at(name), Body, ContentLength: size });
      return this.client.send(object, { abortSignal });
    });
  }

  private async putParts(
    upload: { Bucket: string; Key: string; UploadId: string | undefined },
    path: string,
    size: number,
  ): Promise<CompletedPart[]> {
    const parts: CompletedPart[] = [];
    for (let start = 0; start < size; start += this.partBytes) {
      const end = Math.min(start + this.partBytes, size) - 1;
      const PartNumber = parts.length + 1;
      const { ETag } = await this.call((abortSignal) => {
        const Body = createReadStream(path, { start, end });
        const part = new UploadPartCommand({ ...upload, PartNumber, Body, ContentLength: end - start + 1 });
        return this.client.send(part, { abortSignal });
      });
      parts.push({ ETag, PartNumber });
    }
    return parts;
  }

  private at(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: `${this.folder}${name}` };
  }

  /** @throws CommandRefusedError with the kind of failure: a message of the client may hold a key */
  private async call<T>(work: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await work(AbortSignal.timeout(DEADLINE_MS));
    } catch (error) {
      if (error instanceof CommandRefusedError) throw error;
      const { name, code } = error as Error & { code?: string };
      throw new CommandRefusedError(
        `${this.address} cannot be used (${code ?? name}): look whether the bucket is there, and whether these credentials may list, read, write and remove what is in it.`,
      );
    }
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof NoSuchKey) return null;
  throw error;
}
