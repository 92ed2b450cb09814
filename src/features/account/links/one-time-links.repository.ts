import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, MoreThan } from 'typeorm';
import { type LinkPurpose, OneTimeLink } from './one-time-link.entity.js';

/** Data of a link that was followed. */
export type FoundLink = Pick<OneTimeLink, 'userId' | 'email' | 'details'>;

@Injectable()
export class OneTimeLinksRepository {
  async insertLink(manager: EntityManager, link: Omit<OneTimeLink, 'usedAt'>): Promise<void> {
    await manager.getRepository(OneTimeLink).insert(link);
  }

  findLink(
    manager: EntityManager,
    purpose: LinkPurpose,
    tokenHash: string,
    now: Date,
  ): Promise<FoundLink | null> {
    return manager
      .getRepository(OneTimeLink)
      .findOneBy({ tokenHash, purpose, usedAt: IsNull(), expiresAt: MoreThan(now) });
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
