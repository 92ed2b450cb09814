import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { S3Settings } from '../../platform/config/outside-services.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { isBucketAddress } from '../../platform/config/bucket-address.js';
import type { Bucket } from '../../platform/storage/bucket.js';

const FILE = 'erasures.jsonl';
const LINE_END = 0x0a;
/** Nothing is added to an object of a bucket: each note is one of its own. */
const NOTE = /^erasure-[0-9TZ-]+-[0-9a-f]{12}\.jsonl$/;

/** Where notes of erasures lie, which outlive the database. */
export interface Tombstones {
  /** For a person. */
  readonly where: string;
  /** Lines; null where nobody has ever noted anything. @throws CommandRefusedError */
  read(): Promise<string | null>;
  /** @param lines each with its end @throws CommandRefusedError when they may be lost */
  add(lines: string, at: Date): Promise<void>;
  /** Writes something and takes it away again. @throws CommandRefusedError */
  tryOut(): Promise<void>;
}

/** @param location a folder, or one of a bucket */
export async function tombstonesAt(location: string, s3: S3Settings | null): Promise<Tombstones> {
  if (!isBucketAddress(location)) return new FileTombstones(join(location, FILE));
  // A large package, which is of no use elsewhere.
  const { Bucket } = await import('../../platform/storage/bucket.js');
  return new BucketTombstones(new Bucket(location, s3));
}

/** Erasures of another installation, at the location or in the file that an operator names. */
export async function namedTombstones(location: string, s3: S3Settings | null): Promise<Tombstones> {
  const found = isBucketAddress(location) ? null : await stat(location).catch(() => null);
  return found?.isFile() ? new FileTombstones(location) : tombstonesAt(location, s3);
}

class FileTombstones implements Tombstones {
  constructor(readonly where: string) {}

  async read(): Promise<string | null> {
    try {
      return await readFile(this.where, 'utf8');
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ENOENT' || code === 'ENOTDIR') return null;
      throw new CommandRefusedError(`${this.where} cannot be read (${code}).`);
    }
  }

  async add(lines: string): Promise<void> {
    const before = await stat(this.where).catch(() => null);
    try {
      await mkdir(join(this.where, '..'), { recursive: true });
      await appendFile(this.where, lines, { mode: 0o600, flush: true });
    } catch (error) {
      await this.removeHalfLine(before?.size ?? 0).catch(() => undefined);
      throw new CommandRefusedError(`${this.where} cannot be written (${codeOf(error)})`);
    }
  }

  /** What a full disk has left of a note: with it, nobody could read those of before. Another command may have added whole ones. */
  private async removeHalfLine(sizeBefore: number): Promise<void> {
    const bytes = await readFile(this.where);
    await truncate(this.where, Math.max(sizeBefore, bytes.lastIndexOf(LINE_END) + 1));
  }

  async tryOut(): Promise<void> {
    const probe = join(this.where, '..', `.erasures-${randomBytes(6).toString('hex')}`);
    try {
      await mkdir(join(this.where, '..'), { recursive: true });
      await writeFile(probe, '', { flag: 'wx' });
      await rm(probe);
    } catch (error) {
      throw new CommandRefusedError(`${join(this.where, '..')} cannot be written (${codeOf(error)})`);
    }
  }
}

class BucketTombstones implements Tombstones {
  readonly where: string;

  constructor(private readonly bucket: Bucket) {
    this.where = bucket.address;
  }

  async read(): Promise<string | null> {
    const names = (await this.bucket.list()).filter((name) => NOTE.test(name)).sort();
    const texts: string[] = [];
    for (const name of names) texts.push((await this.bucket.text(name)) ?? '');
    return texts.length > 0 ? texts.join('') : null;
  }

  async add(lines: string, at: Date): Promise<void> {
    const moment = at.toISOString().slice(0, 19).replaceAll(':', '-');
    await this.bucket.writeText(`erasure-${moment}Z-${randomBytes(6).toString('hex')}.jsonl`, lines);
  }

  async tryOut(): Promise<void> {
    const probe = `probe-${randomBytes(6).toString('hex')}`;
    await this.bucket.writeText(probe, '');
    await this.bucket.list();
    await this.bucket.remove(probe);
  }
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);
