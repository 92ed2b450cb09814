import { AddressSigner } from './address-signer.js';
import { ObjectFiles, withFile } from './object-files.js';
import { assertStorable, contentTypeOf } from './object-key.js';
import {
  ObjectStore,
  ObjectTooLargeError,
  type FileToStore,
  type SignedAddress,
  type StoredObject,
} from './object-store.js';

/** Files of the data folder, behind addresses that the service itself signs and serves. */
export class EmbeddedObjectStore extends ObjectStore {
  constructor(
    private readonly files: ObjectFiles,
    private readonly signer: AddressSigner,
  ) {
    super();
  }

  async uploadAddress(upload: {
    key: string;
    contentType: string;
    maxBytes: number;
  }): Promise<SignedAddress> {
    assertStorable(upload.key, upload.contentType);
    return this.signer.sign({ method: 'PUT', key: upload.key, maxBytes: upload.maxBytes, fileName: null });
  }

  downloadAddress(key: string, fileName?: string): Promise<SignedAddress> {
    return this.signer.sign({ method: 'GET', key, maxBytes: 0, fileName: fileName ?? null });
  }

  async read(key: string, maxBytes: number): Promise<StoredObject | null> {
    const file = await this.files.open(key);
    if (!file) return null;
    try {
      if (file.size > maxBytes) throw new ObjectTooLargeError();
      return { bytes: await file.handle.readFile(), contentType: contentTypeOf(key) };
    } finally {
      await file.handle.close();
    }
  }

  async write(key: string, { bytes, contentType }: StoredObject): Promise<void> {
    assertStorable(key, contentType);
    await this.files.write(key, [bytes], bytes.byteLength);
  }

  async writeFile(key: string, { path, sizeBytes, contentType }: FileToStore): Promise<void> {
    assertStorable(key, contentType);
    await withFile(path, (content) => this.files.write(key, content, sizeBytes));
  }

  remove(key: string): Promise<void> {
    return this.files.remove(key);
  }
}
