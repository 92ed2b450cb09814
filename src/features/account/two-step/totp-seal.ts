import { Injectable, Logger } from '@nestjs/common';
import { DataKeys, UnopenableSecretError } from '../../../platform/auth/data-keys.js';

/** How the secret of an authenticator is stored: readable by a release before, or sealed. */
export interface StoredTotp {
  totp_secret: string | null;
  totp_sealed: string | null;
}

const PURPOSE = 'totp';

/** Between a secret that codes are computed from, and what is stored of it. */
@Injectable()
export class TotpSeal {
  private readonly logger = new Logger(TotpSeal.name);

  constructor(private readonly keys: DataKeys) {}

  seal(secret: string): string {
    return this.keys.seal(PURPOSE, secret);
  }

  /** Null where there is none, or no key opens it: the second step goes by email then, or by a recovery code. */
  open({ totp_secret: readable, totp_sealed: sealed }: StoredTotp): string | null {
    if (readable !== null || sealed === null) return readable;
    try {
      return this.keys.open(PURPOSE, sealed);
    } catch (error) {
      if (!(error instanceof UnopenableSecretError)) throw error;
      this.logger.error('An authenticator secret cannot be opened: see what "doctor" says of DATA_KEY');
      return null;
    }
  }
}
