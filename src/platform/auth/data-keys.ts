import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { OperatorError } from '../errors/operator.error.js';
import { SIGNING_KEYS, type SigningKeys } from './signing-keys.js';

/** Sealed with a key that is not set any more, or altered. The message names the setting, never what was sealed. */
export class UnopenableSecretError extends OperatorError {
  constructor() {
    super('DATA_KEY should hold the key that secrets in this database were sealed with, after the new one.');
  }
}

/**
 * Seals what the database must not tell by itself, nor a backup of it: with DATA_KEY, else with a key derived from
 * AUTH_SIGNING_KEY (HKDF-SHA-256, RFC 5869). Of several keys the first one seals; the others and the derived one still open.
 */
@Injectable()
export class DataKeys {
  private derivedKey: Buffer | undefined;
  /** By their purpose, of which there are few: almost every request needs one, and to derive it takes longer than the digest. */
  private readonly digestKeys = new Map<string, Buffer>();

  constructor(
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'dataKeys'>,
    @Inject(SIGNING_KEYS) private readonly signing: SigningKeys,
  ) {}

  /**
   * @param purpose opens it only again for the same one
   * @returns text: version, id of the key, and the box (AES-256-GCM) in base64url
   */
  seal(purpose: string, text: string): string {
    const key = this.current();
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', subkey(key, 'seal'), iv).setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    const box = Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    return `${VERSION}.${idOf(key)}.${box}`;
  }

  /** @throws UnopenableSecretError */
  open(purpose: string, sealed: string): string {
    const [version, id, box = ''] = sealed.split('.');
    const key = version === VERSION ? this.keyOf(id) : undefined;
    if (!key) throw new UnopenableSecretError();
    const bytes = Buffer.from(box, 'base64url');
    try {
      const decipher = createDecipheriv('aes-256-gcm', subkey(key, 'seal'), bytes.subarray(0, 12));
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    } catch {
      throw new UnopenableSecretError();
    }
  }

  /** Whether what is sealed now can be opened again: without it no write that is audited, and no second step, succeeds. */
  canSeal(): boolean {
    const text = randomBytes(12).toString('base64url');
    try {
      return this.open('readiness', this.seal('readiness', text)) === text;
    } catch {
      return false;
    }
  }

  /** It need not be sealed anew: the key that seals now has sealed it. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(this.currentPrefix);
  }

  /** With it begins whatever the key of now has sealed. */
  get currentPrefix(): string {
    return `${VERSION}.${idOf(this.current())}.`;
  }

  /** True when one of the keys has sealed the text that begins so: version and id of the key. */
  knows(prefix: string): boolean {
    const [version, id] = prefix.split('.');
    return version === VERSION && this.keyOf(id) !== undefined;
  }

  /**
   * A digest of the text (HMAC-SHA-256, 128 bits, base64url), for sources and accounts in records and logs. It is the same
   * for the same text and key, and without the key the text cannot be found by trying.
   */
  digest(purpose: string, text: string): string {
    let key = this.digestKeys.get(purpose);
    if (!key) this.digestKeys.set(purpose, (key = subkey(this.current(), `digest ${purpose}`)));
    const mac = createHmac('sha256', key).update(text).digest();
    return mac.subarray(0, 16).toString('base64url');
  }

  private current(): Buffer {
    return this.settings.dataKeys[0] ?? this.derived();
  }

  /** The derived one last: who holds the others may have no signing key. */
  private keyOf(id: string | undefined): Buffer | undefined {
    const isIt = (key: Buffer): boolean => idOf(key) === id;
    const given = this.settings.dataKeys.find(isIt);
    if (given) return given;
    const derived = this.derived();
    return isIt(derived) ? derived : undefined;
  }

  private derived(): Buffer {
    if (this.derivedKey) return this.derivedKey;
    const der = this.signing.current.privateKey.export({ format: 'der', type: 'pkcs8' });
    return (this.derivedKey = Buffer.from(hkdfSync('sha256', der, '', 'data key', 32)));
  }
}

const VERSION = 'v1';

const subkey = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', purpose, 32));

/** Tells keys apart, and nothing of them. */
const idOf = (key: Buffer): string => subkey(key, 'id').toString('base64url').slice(0, 8);
