import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import type { LinkPurpose } from './one-time-link.entity.js';
import { type FoundLink, OneTimeLinksRepository } from './one-time-links.repository.js';
import { randomSecret, sha256 } from '../secrets.js';

export type { FoundLink } from './one-time-links.repository.js';

export interface NewOneTimeLink {
  purpose: LinkPurpose;
  userId?: string | null;
  /** Normalised. */
  email?: string;
  details?: Record<string, string>;
  lifetimeMs: number;
}

/** Secrets that are good once, for a while: of mailed links, and challenges of passkeys. */
@Injectable()
export class OneTimeLinks {
  constructor(
    private readonly links: OneTimeLinksRepository,
    private readonly clock: Clock,
  ) {}

  /** @returns the secret, of which only the digest is stored */
  async create(manager: EntityManager, link: NewOneTimeLink): Promise<string> {
    const token = randomSecret();
    const createdAt = this.clock.now();
    const { userId = null, email = null, details = null, lifetimeMs, purpose } = link;
    const expiresAt = new Date(createdAt.getTime() + lifetimeMs);
    const tokenHash = sha256(token);
    await this.links.insertLink(manager, {
      tokenHash,
      purpose,
      userId,
      email,
      details,
      createdAt,
      expiresAt,
    });
    return token;
  }

  /** Without using it: for a page that asks what to do. Null when it is used, too old, or none. */
  find(manager: EntityManager, purpose: LinkPurpose, token: string): Promise<FoundLink | null> {
    return this.links.findLink(manager, purpose, sha256(token), this.clock.now());
  }

  /** Uses it up: of two at once one gets it. Null when it is used, too old, or none. */
  take(manager: EntityManager, purpose: LinkPurpose, token: string): Promise<FoundLink | null> {
    return this.links.use(manager, purpose, sha256(token), this.clock.now());
  }
}
