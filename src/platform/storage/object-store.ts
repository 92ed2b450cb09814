/** How long a signed address works (specification section 4, photo rule 4). */
export const ADDRESS_LIFETIME_SECONDS = 300;

/** Milliseconds after which none of the addresses that were given out before leads anywhere. */
export const ADDRESS_OUTLIVED_MS = (ADDRESS_LIFETIME_SECONDS + 60) * 1000;

/** Where uploads wait until someone confirms them; nothing below it is ever shown. */
export const STAGING_PREFIX = 'staging/';

/** An address that works without a token, for one key and one method, until it expires. */
export interface SignedAddress {
  url: string;
  expiresAt: Date;
}

export interface StoredObject {
  bytes: Buffer;
  contentType: string;
}

/** A file to be stored that is too large to be held in memory. */
export interface FileToStore {
  path: string;
  sizeBytes: number;
  contentType: string;
}

/** The object is there and larger than the reader takes. */
export class ObjectTooLargeError extends Error {}

/** Somebody else has begun to write the same object since. */
export class SupersededError extends Error {}

/**
 * The objects of the service: photos, attachments. Keys are lower-case path segments of letters, digits and hyphens
 * with one extension, which decides the type: `student-photos/{uuid}.jpg`. Every method throws ObjectKeyError for
 * anything else, and UnavailableError when the store cannot be asked.
 */
export abstract class ObjectStore {
  /**
   * An address to PUT bytes to, with this Content-Type and no other. The embedded store takes `maxBytes` at most; an
   * S3 address cannot say so, and whoever uses the object reads it with a bound.
   */
  abstract uploadAddress(upload: {
    key: string;
    contentType: string;
    maxBytes: number;
  }): Promise<SignedAddress>;

  /**
   * An address to GET the object from; whoever answers it tells everyone to keep nothing.
   * @param fileName that it is saved under, with an extension
   */
  abstract downloadAddress(key: string, fileName?: string): Promise<SignedAddress>;

  /**
   * Null when there is no such object.
   * @throws ObjectTooLargeError without reading more than `maxBytes`
   */
  abstract read(key: string, maxBytes: number): Promise<StoredObject | null>;

  /** Replaces what is there; a reader sees the old object or the new one, whole, and once done it is kept. */
  abstract write(key: string, object: StoredObject): Promise<void>;

  /** Writes a file piece by piece. */
  abstract writeFile(key: string, file: FileToStore): Promise<void>;

  /** Removing what is not there is done already. */
  abstract remove(key: string): Promise<void>;
}
