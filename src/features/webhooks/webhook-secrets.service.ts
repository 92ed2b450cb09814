import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataKeys, UnopenableSecretError } from '../../platform/auth/data-keys.js';
import { isOfSchoolHere } from '../../platform/database/moved-schools.js';
import { SECRET_PREFIX } from './deliveries/webhook-signature.js';

/** The secrets of webhooks, and those of before that still sign beside them. Of a school that has moved away nobody needs them here. */
export const WEBHOOKS_BY_KEY = `
  select substring(sealed from '^[^.]*\\.[^.]*\\.') as prefix, count(*)::int as count
  from webhooks cross join unnest(array_remove(array[secret_sealed, former_secret_sealed], null)) sealed
  where school_id is null or ${isOfSchoolHere('webhooks.school_id')} group by 1`;

const PURPOSE = 'webhook';
const BYTES = 32;

/** Between a secret that signs, and what is stored of it. */
@Injectable()
export class WebhookSecrets {
  constructor(private readonly keys: DataKeys) {}

  create(): { secret: string; sealed: string } {
    const secret = `${SECRET_PREFIX}${randomBytes(BYTES).toString('base64')}`;
    return { secret, sealed: this.keys.seal(PURPOSE, secret) };
  }

  /** @throws UnopenableSecretError */
  open(sealed: string): string {
    return this.keys.open(PURPOSE, sealed);
  }

  /** The same sealed by the key of now; null where no key opens it. */
  resealed(sealed: string): string | null {
    try {
      return this.keys.seal(PURPOSE, this.open(sealed));
    } catch (error) {
      if (error instanceof UnopenableSecretError) return null;
      throw error;
    }
  }

  /** With it begins whatever the key of now has sealed. */
  get currentPrefix(): string {
    return this.keys.currentPrefix;
  }
}
