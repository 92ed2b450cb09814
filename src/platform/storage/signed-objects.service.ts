import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, StreamableFile } from '@nestjs/common';
import { NotFoundError, PayloadTooLargeError, ValidationFailedError } from '../errors/app-error.js';
import type { Permission } from './address-signer.js';
import { ObjectFiles } from './object-files.js';
import { contentTypeOf, dispositionOf, policyOf } from './object-key.js';
import { ObjectTooLargeError } from './object-store.js';

/** What the addresses of the embedded store lead to. */
@Injectable()
export class SignedObjectsService {
  constructor(private readonly files: ObjectFiles) {}

  /**
   * @throws PayloadTooLargeError before reading when the request says so, else as soon as it is too much
   * @throws ValidationFailedError when the body ends before its time; nothing is stored of it
   */
  async receive({ key, maxBytes }: Permission, request: IncomingMessage): Promise<void> {
    if (Number(request.headers['content-length']) > maxBytes) throw new PayloadTooLargeError();
    try {
      await this.files.write(key, chunksOf(request), maxBytes);
    } catch (error) {
      throw error instanceof ObjectTooLargeError ? new PayloadTooLargeError() : error;
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

async function* chunksOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    // To stop reading must not hang up on the client.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch {
    throw new ValidationFailedError('The request cannot be read.');
  }
}
