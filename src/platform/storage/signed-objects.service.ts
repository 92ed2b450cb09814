import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, StreamableFile } from '@nestjs/common';
import {
  ConflictError,
  NotAuthorizedError,
  NotFoundError,
  PayloadTooLargeError,
  ValidationFailedError,
} from '../errors/app-error.js';
import type { Permission } from './address-signer.js';
import { ObjectFiles } from './object-files.js';
import { contentTypeOf, dispositionOf, policyOf } from './object-key.js';
import { ObjectRemovals } from './object-removals.service.js';
import { ObjectTooLargeError, STAGING_PREFIX, SupersededError } from './object-store.js';
import { uploadBudget } from './upload-budget.js';

/** Serves the addresses of the embedded store. */
@Injectable()
export class SignedObjectsService {
  constructor(
    private readonly files: ObjectFiles,
    private readonly removals: ObjectRemovals,
  ) {}

  /**
   * @throws PayloadTooLargeError before reading when the request says so, else as soon as it is too much
   * @throws ValidationFailedError when the body ends before its time; nothing is stored of it
   * @throws NotAuthorizedError what was sent to this address before was confirmed, or thrown away
   * @throws ConflictError another upload to the same address has begun since
   * @throws UnavailableError too much is on its way already
   */
  async receive({ key, maxBytes }: Permission, request: IncomingMessage): Promise<void> {
    const announced = Number(request.headers['content-length'] ?? maxBytes);
    if (announced > maxBytes) throw new PayloadTooLargeError();
    if (key.startsWith(STAGING_PREFIX) && !(await this.removals.isAwaited(key)))
      throw new NotAuthorizedError();
    const release = uploadBudget.reserve(ownerOf(key), announced);
    try {
      await this.files.write(key, chunksOf(request), maxBytes, () => request.destroy());
    } catch (error) {
      if (error instanceof SupersededError)
        throw new ConflictError('Another upload to this address has begun since.');
      throw error instanceof ObjectTooLargeError ? new PayloadTooLargeError() : error;
    } finally {
      release();
    }
  }

  /** @throws NotFoundError */
  async send({ key, fileName }: Permission, response: ServerResponse): Promise<StreamableFile> {
    const file = await this.files.open(key);
    if (!file) throw new NotFoundError();
    response.setHeader('Content-Security-Policy', policyOf(key));
    return new StreamableFile(file.handle.createReadStream(), {
      type: contentTypeOf(key),
      length: file.size,
      disposition: dispositionOf(key, fileName),
    });
  }
}

/** Below the staging place the first part is the id of whoever may confirm. */
const ownerOf = (key: string): string => `uploads of ${key.split('/').slice(0, 2).join('/')}`;

async function* chunksOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    // To stop reading must not hang up on the client.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch {
    throw new ValidationFailedError('The request cannot be read.');
  }
}
