import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { Request } from 'express';
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentCaller } from '../auth/current-caller.js';
import { uploadBudget } from './upload-budget.js';
import { PayloadTooLargeError, ValidationFailedError } from '../errors/app-error.js';

/** A received file, on disk and not in memory; only its owner can read it. */
export class SpooledFile {
  private constructor(
    /** In the operating system's temporary folder. */
    readonly path: string,
    private readonly handle: FileHandle,
    private size = 0,
  ) {}

  static async create(): Promise<SpooledFile> {
    const path = join(tmpdir(), `school-directory-upload-${process.pid}-${randomUUID()}`);
    return new SpooledFile(path, await open(path, 'wx', 0o600));
  }

  get sizeBytes(): number {
    return this.size;
  }

  async fill(source: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of source) {
      await this.handle.appendFile(chunk);
      this.size += chunk.byteLength;
    }
  }

  async discard(): Promise<void> {
    await this.handle.close().finally(() => rm(this.path, { force: true }));
  }
}

/** Bounds of a form beside its file: bytes around it, fields, bytes of one field and of one part's header. */
const MAX = { around: 64 * 1024, fields: 10, fieldBytes: 1024, headers: 20, headerBytes: 16 * 1024 };

/** `multipart/form-data` (RFC 7578) with at most one file, in the part `file`. */
export interface ReceivedForm {
  /** Every value of a field, in the order in which they came. */
  fields: Map<string, string[]>;
  file: ReceivedFile | null;
}

export interface ReceivedFile {
  /** Name of the file on the client, without folders; it may be empty. */
  name: string;
  /** Type that the client names, `text/plain` when it names none (RFC 7578 §4.4). */
  contentType: string;
  /** On disk, until the form has been used. */
  path: string;
  sizeBytes: number;
}

export class BrokenFormError extends ValidationFailedError {
  constructor(message: string) {
    super('The form cannot be read.', { fields: [{ path: 'file', message }] });
  }
}

/**
 * Receives a form, file on disk, hands it on, and removes the file whatever happens.
 * @param maxFileBytes the file has at most; the form around it a little more
 * @throws PayloadTooLargeError before reading when the request says so, else at the first byte that is too much
 * @throws BrokenFormError it is no such form, or not a whole one
 * @throws UnavailableError too much is on its way already
 */
export async function withReceivedForm<T>(
  request: Request,
  maxFileBytes: number,
  use: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  const maxBytes = maxFileBytes + MAX.around;
  if (Number(request.headers['content-length']) > maxBytes) throw new PayloadTooLargeError();
  const parser = parserFor(request, maxFileBytes);
  const release = uploadBudget.reserve(
    currentCaller(),
    Number(request.headers['content-length'] ?? maxBytes),
  );
  try {
    const spooled = await SpooledFile.create();
    try {
      return await use(await new FormReader(request, parser, spooled).read(maxBytes));
    } finally {
      await spooled.discard();
    }
  } finally {
    release();
  }
}

function parserFor({ headers }: Request, maxFileBytes: number): BusboyInstance {
  const contentType = headers['content-type'] ?? '';
  try {
    // The parser would also take application/x-www-form-urlencoded.
    if (!/^multipart\/form-data\s*;/i.test(contentType)) throw new Error('This is no form with a file.');
    return new Busboy({
      headers: { ...headers, 'content-type': contentType },
      limits: {
        fileSize: maxFileBytes,
        files: 1,
        fields: MAX.fields,
        parts: MAX.fields + 1,
        fieldSize: MAX.fieldBytes,
        headerPairs: MAX.headers,
        headerSize: MAX.headerBytes,
      },
    });
  } catch {
    throw new BrokenFormError('file is sent as multipart/form-data, with a boundary');
  }
}

class FormReader {
  private readonly fields = new Map<string, string[]>();
  private file: { stream: BusboyFileStream; name: string; contentType: string } | null = null;
  private spooling: Promise<void> = Promise.resolve();

  constructor(
    private readonly request: Request,
    private readonly parser: BusboyInstance,
    private readonly spooled: SpooledFile,
  ) {}

  async read(maxBytes: number): Promise<ReceivedForm> {
    try {
      await new Promise<void>((resolve, reject) => {
        this.takeParts(reject);
        // Words behind the form may still come, and the parser does not wait for them.
        this.parser.once('finish', () =>
          this.request.readableEnded ? resolve() : this.request.once('end', resolve),
        );
        this.readRequest(maxBytes, reject);
      });
      await this.spooling;
      return { fields: this.fields, file: this.file && this.received(this.file) };
    } finally {
      // Not the request itself: the client is to hear the answer.
      this.request.unpipe(this.parser);
      this.file?.stream.destroy();
      await this.spooling.catch(() => undefined);
    }
  }

  private takeParts(refuse: (error: Error) => void): void {
    const tooMany = (): void => refuse(new BrokenFormError('the form has too many parts'));
    this.parser
      .on('field', (name, value) => void this.fields.set(name, [...(this.fields.get(name) ?? []), value]))
      .on('file', (field, stream, name, _encoding, contentType) => {
        this.file = { stream, name, contentType };
        this.spooling = this.spooled.fill(stream);
        this.spooling.catch(refuse);
        stream.once('limit', () => refuse(new PayloadTooLargeError()));
        if (field !== 'file') refuse(new BrokenFormError('the only file of the form is sent as file'));
      })
      .on('filesLimit', () => refuse(new BrokenFormError('file is sent once')))
      .on('partsLimit', tooMany)
      .on('fieldsLimit', tooMany)
      .on('error', () => refuse(new BrokenFormError('the form is not whole')));
  }

  private readRequest(maxBytes: number, refuse: (error: Error) => void): void {
    // Gone while the guards were asking: it closes no second time.
    if (this.request.destroyed) return refuse(new BrokenFormError('the form is not whole'));
    let received = 0;
    this.request
      .on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (received > maxBytes) refuse(new PayloadTooLargeError());
      })
      .once('close', () => {
        // The client has gone; otherwise the file may still be on its way to the disk.
        if (!this.request.readableEnded) refuse(new BrokenFormError('the form is not whole'));
      })
      .pipe(this.parser);
  }

  private received({ name, contentType }: { name: string; contentType: string }): ReceivedFile {
    return { name, contentType, path: this.spooled.path, sizeBytes: this.spooled.sizeBytes };
  }
}
