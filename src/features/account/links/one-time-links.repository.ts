import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { LinkPurpose, OneTimeLink } from './one-time-link.entity.js';

/** Data of a link that was followed. */
export type FoundLink = Pick<OneTimeLink, 'userId' | 'email' | 'details'>;

@Injectable()
export class OneTimeLinksRepository {
  async insertLink(manager: EntityManager, link: Omit<OneTimeLink, 'usedAt'>): Promise<void> {
    await manager.query(
      `insert into one_time_links (token_hash, purpose, user_id, email, details, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        ...[link.tokenHash, link.purpose, link.userId, link.email, link.details],
        ...[link.createdAt, link.expiresAt],
      ],
    );
  }

  async findLink(
    manager: EntityManager,
    purpose: LinkPurpose,
    tokenHash: string,
    now: Date,
  ): Promise<FoundLink | null> {
    const [link] = await manager.query<FoundLink[]>(
      `select user_id as "userId", email, details from one_time_links
       where token_hash = $1 and purpose = $2 and used_at is null and expires_at > $3`,
      [tokenHash, purpose, now],
    );
    return link ?? null;
  }

  async use(
    manager: EntityManager,
    purpose: LinkPurpose,
    tokenHash: string,
    now: Date,
  ): Promise<FoundLink | null> {
    const [used] = await manager.query<[FoundLink[], number]>(
      `update one_time_links set used_at = $3 where token_hash = $1 and purpose = $2 and used_at is null and expires_at > $3
       returning user_id as "userId", email, details`,
      [tokenHash, purpose, now],
    );
    return used[0] ?? null;
  }
}
