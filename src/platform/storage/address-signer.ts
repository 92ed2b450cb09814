import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { contentTypeOf, findContentType } from './object-key.js';
import { ADDRESS_LIFETIME_SECONDS, type SignedAddress } from './object-store.js';

export type SignedMethod = 'PUT' | 'GET';

/** The permission that an address gives. */
export interface Permission {
  method: SignedMethod;
  key: string;
  /** 0 where nothing is sent. */
  maxBytes: number;
  /** Name under which a browser saves the file. */
  fileName: string | null;
}

/** The form of signed addresses, strictly: the text itself is what is signed. */
const ADDRESS =
  /^\/storage\/(?<key>[^?]+)\?(?<terms>max_bytes=(?<maxBytes>\d{1,15})&expires=(?<expires>\d{1,15})(&name=(?<name>[\w.!~*'()%-]{1,2400}))?)&signature=(?<signature>[\w-]{43})$/;

/**
 * Addresses of the embedded store, signed with a secret of their own that is made once and shared by all processes
 * of the data folder.
 */
@Injectable()
export class AddressSigner {
  private readonly siteUrl: string;
  private readonly folder: string;
  private cachedSecret: Buffer | null = null;

  constructor(
    @Inject(SETTINGS) { siteUrl, dataDir }: Settings,
    private readonly clock: Clock,
  ) {
    this.siteUrl = siteUrl;
    this.folder = join(dataDir, 'objects');
  }

  /** @throws ObjectKeyError */
  async sign(permission: Permission): Promise<SignedAddress> {
    const expiresAt = new Date(this.clock.now().getTime() + ADDRESS_LIFETIME_SECONDS * 1000);
    const name = permission.fileName === null ? '' : `&name=${encodeURIComponent(permission.fileName)}`;
    const terms = `max_bytes=${permission.maxBytes}&expires=${expiresAt.getTime()}${name}`;
    const text = textOf(permission, contentTypeOf(permission.key), terms);
    const signature = signatureOf(text, await this.secret());
    return { url: `${this.siteUrl}/storage/${permission.key}?${terms}&signature=${signature}`, expiresAt };
  }

  /** @returns what a request with this path and query may do, null when it is not one of our addresses or has expired */
  async verify(method: SignedMethod, pathAndQuery: string): Promise<Permission | null> {
    const { key, terms, maxBytes, expires, name, signature } = ADDRESS.exec(pathAndQuery)?.groups ?? {};
    const contentType = key && findContentType(key);
    // Without a secret nothing has been signed yet.
    const secret = this.cachedSecret ?? (await this.readSecret());
    if (!contentType || !terms || !signature || !secret) return null;
    // The texts are compared, since two of them may stand for the same bytes.
    const right = signatureOf(textOf({ method, key }, contentType, terms), secret);
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(right))) return null;
    if (this.clock.now().getTime() >= Number(expires)) return null;
    return { method, key, maxBytes: Number(maxBytes), fileName: name ? decodeURIComponent(name) : null };
  }

  private async secret(): Promise<Buffer> {
    return this.cachedSecret ?? (await this.readSecret()) ?? this.makeSecret();
  }

  private async readSecret(): Promise<Buffer | null> {
    return (this.cachedSecret = await readFile(this.file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    }));
  }

  /** A link is made wholly or not at all, and never over another's: the first process wins. */
  private async makeSecret(): Promise<Buffer> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const draft = `${this.file}.${randomUUID()}`;
    await writeFile(draft, randomBytes(32), { mode: 0o600, flush: true });
    await link(draft, this.file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(draft);
    return (this.cachedSecret = await readFile(this.file));
  }

  /** No key begins with a dot. */
  private get file(): string {
    return join(this.folder, '.address-secret');
  }
}

const textOf = (
  { method, key }: Pick<Permission, 'method' | 'key'>,
  contentType: string,
  terms: string,
): string => [method, key, contentType, terms].join('\n');

const signatureOf = (text: string, secret: Buffer): string =>
  createHmac('sha256', secret).update(text).digest('base64url');
