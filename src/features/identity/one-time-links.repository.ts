import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import type { LinkPurpose } from './account.entity.js';
import { randomSecret, sha256 } from './secrets.js';

export interface NewOneTimeLink {
  purpose: LinkPurpose;
  userId?: string;
  /** Normalised. */
  email?: string;
  details?: Record<string, string>;
  lifetimeMs: number;
}

/** What a link says, to whoever brings it. */
export interface TakenLink {
  userId: string | null;
  email: string | null;
  details: Record<string, string> | null;
}

/** Secrets that are good once, for a while: of mailed links, and challenges of passkeys. */
@Injectable()
export class OneTimeLinks {
  constructor(private readonly clock: Clock) {}

  /** @returns the secret, of which only the digest is stored */
  async create(manager: EntityManager, link: NewOneTimeLink): Promise<string> {
    const token = randomSecret();
    const now = this.clock.now();
    await manager.query(
      `insert into one_time_links (token_hash, purpose, user_id, email, details, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        ...[sha256(token), link.purpose, link.userId ?? null, link.email ?? null, link.details ?? null],
        ...[now, new Date(now.getTime() + link.lifetimeMs)],
      ],
    );
    return token;
  }

  /** Without using it: for a page that asks what to do. Null when it is used, too old, or none. */
  async find(manager: EntityManager, purpose: LinkPurpose, token: string): Promise<TakenLink | null> {
    const [link] = await manager.query<TakenLink[]>(
      `select user_id as "userId", email, details from one_time_links
       where token_hash = $1 and purpose = $2 and used_at is null and expires_at > $3`,
      [sha256(token), purpose, this.clock.now()],
    );
    return link ?? null;
  }

  /** Uses it up: of two at once one gets it. Null when it is used, too old, or none. */
  async take(manager: EntityManager, purpose: LinkPurpose, token: string): Promise<TakenLink | null> {
    const [taken] = await manager.query<[TakenLink[], number]>(
      `update one_time_links set used_at = $3 where token_hash = $1 and purpose = $2 and used_at is null and expires_at > $3
       returning user_id as "userId", email, details`,
      [sha256(token), purpose, this.clock.now()],
    );
    return taken[0] ?? null;
  }

  /** Every open link of the person for this is void: a newer one takes its place, or it is done. */
  async voidAll(manager: EntityManager, purpose: LinkPurpose, userId: string): Promise<void> {
    await manager.query(
      `update one_time_links set used_at = $3 where purpose = $1 and user_id = $2 and used_at is null`,
      [purpose, userId, this.clock.now()],
    );
  }
}
