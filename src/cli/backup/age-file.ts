import { createDecipheriv, hkdfSync } from 'node:crypto';
import { readFile, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { RandomAccessReader, type ZipFile, fromRandomAccessReaderPromise } from 'yauzl';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { BrokenBackupError } from './backup-format.js';

/*
 * A backup within a file of age (age-encryption.org/v1), which every tool of that format opens: a header that holds the key
 * for whoever has the identity, and the content in chunks, each of which proves itself and its place, and the last one that
 * it is the last. So any part can be read by itself, and nothing of it lies readable on a disk.
 */

const MAGIC = 'age-encryption.org/v1\n';
const RECIPIENT = /^age1[02-9ac-hj-np-z]{58}$/;
/** Bytes: a header of some hundred recipients. */
const MAX_HEADER = 64 * 1024;
const NONCE = 16;
const CHUNK = 64 * 1024;
const TAG = 16;

/** Where the key is that opens a file: in a file of its own, or here. */
export type IdentityOfFile = string | { identity: string };

/** The public key of an X25519 identity. */
export async function isRecipient(key: string): Promise<boolean> {
  if (!RECIPIENT.test(key)) return false;
  const { Encrypter } = await import('age-encryption');
  try {
    new Encrypter().addRecipient(key);
    return true;
  } catch {
    return false;
  }
}

/** For whoever has the identity of one of these recipients alone. */
export async function* encrypted(
  content: AsyncIterable<Buffer>,
  recipients: string[],
): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const source = Readable.toWeb(Readable.from(content, { objectMode: false })) as ReadableStream<Uint8Array>;
  yield* (await encrypter.encrypt(source)) as unknown as AsyncIterable<Uint8Array>;
}

/** A key of this run alone: the run reads back with it what it has written, and the key is never written anywhere. */
export async function passingIdentity(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

export async function isEncrypted(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
  return buffer.toString('latin1', 0, bytesRead) === MAGIC;
}

/** The content of a file of age, readable from any position. */
export class AgeFile {
  /** Bytes of the content. */
  readonly size: number;
  private last: { index: number; content: Buffer } | undefined;

  /**
   * @param key path of a file as age-keygen writes it, since a key as an argument would be in the list of processes; or
   *   one that was made here
   * @throws CommandRefusedError when no identity in it opens the file
   * @throws BrokenBackupError
   */
  static async open(path: string, file: FileHandle, key: IdentityOfFile): Promise<AgeFile> {
    const { Decrypter } = await import('age-encryption');
    const decrypter = new Decrypter();
    const identities = typeof key === 'string' ? await identitiesIn(key) : [key.identity];
    const where = typeof key === 'string' ? key : 'this run';
    try {
      for (const identity of identities) decrypter.addIdentity(identity);
    } catch {
      // Its own message may quote the key.
      throw noIdentity(where);
    }
    const header = await headerOf(path, file);
    const fileKey = await decrypter.decryptHeader(header).catch((error: Error) => {
      if (!/no identity matched/.test(error.message))
        throw new BrokenBackupError(path, 'its head was altered');
      throw new CommandRefusedError(`No identity in ${where} opens ${path}. Nothing was changed.`);
    });
    const { size } = await file.stat();
    const nonce = Buffer.alloc(NONCE);
    await file.read(nonce, 0, NONCE, header.length);
    const payloadKey = Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32));
    return new AgeFile(path, file, payloadKey, { start: header.length + NONCE, end: size });
  }

  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
    private readonly key: Buffer,
    private readonly payload: { start: number; end: number },
  ) {
    const bytes = payload.end - payload.start;
    const isPossible = bytes > TAG && (bytes % (CHUNK + TAG) === 0 || bytes % (CHUNK + TAG) > TAG);
    if (!isPossible) throw this.broken();
    this.size = bytes - this.chunks * TAG;
  }

  /** @param end the byte after the last one */
  async *range(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end;) {
      const index = Math.floor(at / CHUNK);
      const content = await this.chunk(index);
      const piece = content.subarray(at - index * CHUNK, end - index * CHUNK);
      yield piece;
      at += piece.length;
    }
  }

  zip(): Promise<ZipFile> {
    return fromRandomAccessReaderPromise(new AgeReader(this), this.size, { autoClose: false });
  }

  private get chunks(): number {
    return Math.ceil((this.payload.end - this.payload.start) / (CHUNK + TAG));
  }

  private async chunk(index: number): Promise<Buffer> {
    if (this.last?.index === index) return this.last.content;
    const from = this.payload.start + index * (CHUNK + TAG);
    const sealed = Buffer.alloc(Math.min(CHUNK + TAG, this.payload.end - from));
    const { bytesRead } = await this.file.read(sealed, 0, sealed.length, from);
    if (bytesRead < sealed.length) throw this.broken();
    const content = this.opened(sealed, index);
    this.last = { index, content };
    return content;
  }

  private opened(sealed: Buffer, index: number): Buffer {
    const nonce = Buffer.alloc(12);
    nonce.writeUIntBE(index, 5, 6);
    nonce[11] = index === this.chunks - 1 ? 1 : 0;
    const decipher = createDecipheriv('chacha20-poly1305', this.key, nonce, { authTagLength: TAG });
    decipher.setAuthTag(sealed.subarray(-TAG));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()]);
    } catch {
      throw this.broken();
    }
  }

  private broken(): Error {
    return new BrokenBackupError(this.path, 'it was cut off or altered');
  }
}

class AgeReader extends RandomAccessReader {
  constructor(private readonly file: AgeFile) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.file.range(start, end), { objectMode: false });
  }
}

async function identitiesIn(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandRefusedError(`${path} cannot be read (${String(error.code)}).`);
  });
  const identities = text.split(/\r?\n/).filter((line) => line.startsWith('AGE-SECRET-KEY-1'));
  if (identities.length > 0) return identities;
  throw noIdentity(path);
}

const noIdentity = (path: string): Error =>
  new CommandRefusedError(`${path} holds no identity of age: a line that begins with AGE-SECRET-KEY-1.`);

/** Up to the end of the line that proves it. */
async function headerOf(path: string, file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEADER), 0, MAX_HEADER, 0);
  const proof = buffer.subarray(0, bytesRead).indexOf('\n--- ');
  const end = proof < 0 ? -1 : buffer.subarray(0, bytesRead).indexOf('\n', proof + 1);
  if (end < 0) throw new BrokenBackupError(path, 'it was cut off or altered');
  return buffer.subarray(0, end + 1);
}
