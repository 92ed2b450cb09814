import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import { OneTimeLinks } from '../links/one-time-links.service.js';

/** A passkey, as its owner sees it. */
export interface OwnPasskey {
  id: string;
  name: string;
  /** UTC. */
  createdAt: Date;
  lastUsedAt: Date | null;
}

export interface StoredPasskey {
  id: string;
  userId: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
}

/** How long a browser may take. */
const CHALLENGE_MS = 5 * 60_000;

@Injectable()
export class PasskeysRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: OneTimeLinks,
    private readonly clock: Clock,
  ) {}

  /** @param userId for whom one is to be made; null: for whoever signs in */
  makeChallenge(userId: string | null): Promise<string> {
    return this.links.create(this.dataSource.manager, {
      ...{ purpose: 'passkey', lifetimeMs: CHALLENGE_MS },
      ...(userId && { userId }),
    });
  }

  /** It is used up whatever comes of it. Null when it is used, too old or none; else for whom it was made. */
  takeChallenge(challenge: string): Promise<{ userId: string | null } | null> {
    return this.links.take(this.dataSource.manager, 'passkey', challenge);
  }

  /** Newest first. */
  listPasskeys(userId: string): Promise<OwnPasskey[]> {
    return this.dataSource.query(
      `select id, name, created_at as "createdAt", last_used_at as "lastUsedAt" from passkeys
       where user_id = $1 order by created_at desc, id`,
      [userId],
    );
  }

  /** Ids of the person's credentials, which no second one is made beside on a device. */
  async credentialsOf(userId: string, rpId: string): Promise<{ id: string; transports: string[] }[]> {
    return this.dataSource.query(
      `select credential_id as id, transports from passkeys where user_id = $1 and rp_id = $2`,
      [userId, rpId],
    );
  }

  async findPasskey(credentialId: string, rpId: string): Promise<StoredPasskey | null> {
    const [found] = await this.dataSource.query<(Omit<StoredPasskey, 'counter'> & { counter: string })[]>(
      `select p.id, p.user_id as "userId", p.credential_id as "credentialId", p.public_key as "publicKey", p.counter, p.transports
       from passkeys p where p.credential_id = $1 and p.rp_id = $2 and p.suspended_at is null`,
      [credentialId, rpId],
    );
    return found ? { ...found, counter: Number(found.counter) } : null;
  }

  async countPasskeys(manager: EntityManager, userId: string): Promise<number> {
    const [counted] = await manager.query<{ n: number }[]>(
      `select count(*)::int as n from passkeys where user_id = $1`,
      [userId],
    );
    return counted!.n;
  }

  /** False when this credential is there already, whoever's it is. */
  async addPasskey(
    manager: EntityManager,
    passkey: Omit<StoredPasskey, 'id'> & { rpId: string; name: string },
  ): Promise<boolean> {
    const added = await manager.query<unknown[]>(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, rp_id, name, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing returning id`,
      [
        ...[passkey.userId, passkey.credentialId, passkey.publicKey, passkey.counter, passkey.transports],
        ...[passkey.rpId, passkey.name, this.clock.now()],
      ],
    );
    return added.length > 0;
  }

  /** False when it was used elsewhere meanwhile, or is gone. */
  async use(manager: EntityManager, { id, counter }: StoredPasskey, newCounter: number): Promise<boolean> {
    const [used] = await manager.query<[unknown[], number]>(
      `update passkeys set counter = $3, last_used_at = $4 where id = $1 and counter = $2 and suspended_at is null returning id`,
      [id, counter, newCounter, this.clock.now()],
    );
    return used.length > 0;
  }

  async rename(manager: EntityManager, userId: string, id: string, name: string): Promise<boolean> {
    const [renamed] = await manager.query<[unknown[], number]>(
      `update passkeys set name = $3 where id = $2 and user_id = $1 returning id`,
      [userId, id, name],
    );
    return renamed.length > 0;
  }

  async removePasskey(manager: EntityManager, userId: string, id: string): Promise<boolean> {
    const [removed] = await manager.query<[unknown[], number]>(
      `delete from passkeys where id = $2 and user_id = $1 returning id`,
      [userId, id],
    );
    return removed.length > 0;
  }
}
