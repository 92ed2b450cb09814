import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, Repository } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import { OneTimeLinks } from '../links/one-time-links.service.js';
import { Passkey } from './passkey.entity.js';

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
    @InjectRepository(Passkey) private readonly passkeys: Repository<Passkey>,
    private readonly links: OneTimeLinks,
    private readonly clock: Clock,
  ) {}

  /** @param userId for whom one is to be made; null: for whoever signs in */
  makeChallenge(userId: string | null): Promise<string> {
    return this.links.create(this.passkeys.manager, {
      ...{ purpose: 'passkey', lifetimeMs: CHALLENGE_MS },
      ...(userId && { userId }),
    });
  }

  /** It is used up whatever comes of it. Null when it is used, too old or none; else for whom it was made. */
  takeChallenge(challenge: string): Promise<{ userId: string | null } | null> {
    return this.links.take(this.passkeys.manager, 'passkey', challenge);
  }

  /** Newest first. */
  listPasskeys(userId: string): Promise<OwnPasskey[]> {
    return this.passkeys.find({
      select: { id: true, name: true, createdAt: true, lastUsedAt: true },
      where: { userId },
      order: { createdAt: 'desc', id: 'asc' },
    });
  }

  /** Ids of the person's credentials, which no second one is made beside on a device. */
  async credentialsOf(userId: string, rpId: string): Promise<{ id: string; transports: string[] }[]> {
    const passkeys = await this.passkeys.findBy({ userId, rpId });
    return passkeys.map(({ credentialId: id, transports }) => ({ id, transports }));
  }

  async findPasskey(credentialId: string, rpId: string): Promise<StoredPasskey | null> {
    const found = await this.passkeys.findOneBy({ credentialId, rpId, suspendedAt: IsNull() });
    return found ? { ...found, counter: Number(found.counter) } : null;
  }

  countPasskeys(manager: EntityManager, userId: string): Promise<number> {
    return manager.getRepository(Passkey).countBy({ userId });
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
    const { affected } = await manager
      .getRepository(Passkey)
      .update(
        { id, counter: String(counter), suspendedAt: IsNull() },
        { counter: String(newCounter), lastUsedAt: this.clock.now() },
      );
    return Boolean(affected);
  }

  async rename(manager: EntityManager, userId: string, id: string, name: string): Promise<boolean> {
    const { affected } = await manager.getRepository(Passkey).update({ userId, id }, { name });
    return Boolean(affected);
  }

  async removePasskey(manager: EntityManager, userId: string, id: string): Promise<boolean> {
    const { affected } = await manager.getRepository(Passkey).delete({ userId, id });
    return Boolean(affected);
  }
}
