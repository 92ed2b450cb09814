import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { S3Settings } from '../../platform/config/outside-services.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { isBucketAddress } from '../../platform/config/bucket-address.js';
import type { Bucket } from '../../platform/storage/bucket.js';
import type { StoredBackup } from './keeping.js';
import { cannotUse, inPassingFolder } from './passing-folder.js';

/** Where backups of one installation lie side by side: a folder, or one of a bucket. */
export interface BackupLocation {
  /** The whole address of a backup. */
  addressOf(name: string): string;
  /** Backups of this installation, in no order. */
  list(): Promise<StoredBackup[]>;
  /** @param write makes the file at a path of this machine */
  put<T>(name: string, write: (path: string) => Promise<T>): Promise<T>;
  /** @param read gets the file at a path of this machine */
  take<T>(name: string, read: (path: string) => Promise<T>): Promise<T>;
  remove(name: string): Promise<void>;
  /** Removes what runs that were killed have left of a backup. Nobody else may write one meanwhile. */
  removeParts(): Promise<void>;
}

/** Mark of the installation in a file's name, since several may share a location, and must not remove each other's files. */
const marked = (siteUrl: string): string =>
  new URL(siteUrl).host.toLowerCase().replaceAll(/[^a-z0-9.-]/g, '-');

/** `directory.example.org-2026-11-27T19-14-11Z.backup`; `.age` where it is encrypted. */
export const nameOfBackup = (siteUrl: string, at: Date, isEncrypted: boolean): string =>
  `${marked(siteUrl)}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.${isEncrypted ? 'age' : 'backup'}`;

const NAME = /^(.+)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.(?:backup|age)$/;

/** Those names among these that are of backups of the installation. */
function ofInstallation(names: string[], siteUrl: string): StoredBackup[] {
  return names.flatMap((name) => {
    const [, mark, day, ...time] = NAME.exec(name) ?? [];
    const at = new Date(`${day ?? ''}T${time.slice(0, 3).join(':')}Z`);
    return mark === marked(siteUrl) && !Number.isNaN(at.getTime()) ? [{ name, at }] : [];
  });
}

/** Name under which `ArchiveWriter` writes a backup of the installation until it is whole. */
const isPartOf = (name: string, siteUrl: string): boolean =>
  ofInstallation([name.replace(/\.[0-9a-f]{12}\.part$/, '')], siteUrl).length > 0 && name.endsWith('.part');

interface Surroundings {
  siteUrl: string;
  s3: S3Settings | null;
}

/** @throws CommandRefusedError when the address is none */
export async function openBackupLocation(address: string, settings: Surroundings): Promise<BackupLocation> {
  if (!isBucketAddress(address)) return new FolderLocation(resolve(address), settings.siteUrl);
  // A large package, which is of no use elsewhere.
  const { Bucket } = await import('../../platform/storage/bucket.js');
  return new BucketLocation(new Bucket(address, settings.s3), settings.siteUrl);
}

class FolderLocation implements BackupLocation {
  constructor(
    private readonly folder: string,
    private readonly siteUrl: string,
  ) {}

  addressOf(name: string): string {
    return join(this.folder, name);
  }

  async list(): Promise<StoredBackup[]> {
    const names = await readdir(this.folder).catch(cannotUse(this.folder));
    return ofInstallation(names, this.siteUrl);
  }

  async put<T>(name: string, write: (path: string) => Promise<T>): Promise<T> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 }).catch(cannotUse(this.folder));
    return write(this.addressOf(name));
  }

  take<T>(name: string, read: (path: string) => Promise<T>): Promise<T> {
    return read(this.addressOf(name));
  }

  async removeParts(): Promise<void> {
    const names = await readdir(this.folder).catch(() => []);
    for (const name of names.filter((one) => isPartOf(one, this.siteUrl))) await this.remove(name);
  }

  async remove(name: string): Promise<void> {
    await rm(this.addressOf(name), { force: true }).catch(cannotUse(this.folder));
  }
}

class BucketLocation implements BackupLocation {
  constructor(
    private readonly bucket: Bucket,
    private readonly siteUrl: string,
  ) {}

  addressOf(name: string): string {
    return `${this.bucket.address}/${name}`;
  }

  async list(): Promise<StoredBackup[]> {
    return ofInstallation(await this.bucket.list(), this.siteUrl);
  }

  /** Read back from there as well: what is not the same is removed again. */
  async put<T>(name: string, write: (path: string) => Promise<T>): Promise<T> {
    return inPassingFolder(async (folder) => {
      const path = join(folder, name);
      const result = await write(path);
      await this.bucket.writeFile(name, path);
      const [here, there] = [await digest(createReadStream(path)), await digest(this.bucket.read(name))];
      if (here === there) return result;
      await this.bucket.remove(name);
      throw new CommandRefusedError(
        `${this.addressOf(name)} is not what was written there, and was removed again: there is no backup.`,
      );
    });
  }

  async take<T>(name: string, read: (path: string) => Promise<T>): Promise<T> {
    return inPassingFolder(async (folder) => {
      const path = join(folder, name);
      await pipeline(this.bucket.read(name), createWriteStream(path, { mode: 0o600 }));
      return read(path);
    });
  }

  remove(name: string): Promise<void> {
    return this.bucket.remove(name);
  }

  /** A bucket shows no file before all of it is there, and what is left on this machine goes when the next one is written. */
  removeParts(): Promise<void> {
    return Promise.resolve();
  }
}

/** A file that lies in a bucket is brought here; any other is where it is. */
export async function withBackupFile<T>(
  address: string,
  settings: Surroundings,
  read: (path: string) => Promise<T>,
): Promise<T> {
  if (!isBucketAddress(address)) return read(address);
  const at = address.lastIndexOf('/');
  const location = await openBackupLocation(address.slice(0, at), settings);
  return location.take(address.slice(at + 1), read);
}

async function digest(content: AsyncIterable<Buffer | string>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}
