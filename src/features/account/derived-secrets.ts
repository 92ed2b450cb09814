import { hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SIGNING_KEYS, type SigningKeys } from '../../platform/auth/signing-keys.js';

/** Secrets that need not be stored: whoever holds the signing key can compute them again (HKDF, RFC 5869). */
@Injectable()
export class DerivedSecrets {
  constructor(@Inject(SIGNING_KEYS) private readonly keys: SigningKeys) {}

  /** Bytes that are the same for the same purpose and key, and tell nothing of either. */
  derive(purpose: string, bytes: number): Buffer {
    const key = this.keys.current.privateKey.export({ format: 'der', type: 'pkcs8' });
    return Buffer.from(hkdfSync('sha256', key, '', purpose, bytes));
  }
}
