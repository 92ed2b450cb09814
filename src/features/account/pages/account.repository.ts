import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { UserAddress } from '../addresses/user-address.entity.js';
import type { OwnPasskey } from '../passkeys/passkeys.repository.js';

export interface OwnAddress {
  email: string;
  isFirst: boolean;
}

/** Settings of a person's account. */
export interface OwnSettings {
  twoStep: boolean;
  codesLeft: number;
  /** Addresses and passkeys that open nothing. */
  suspended: number;
  addresses: OwnAddress[];
  passkeys: OwnPasskey[];
  /** Time zone of the school that they have belonged to longest. */
  timeZone: string;
}

const ADDRESSES = `
  select address.email, address.email = u.email as "isFirst"
  from user_addresses address join users u on u.id = address.user_id
  where address.user_id = $1 order by address.email <> u.email, address.email`;

const TIME_ZONE = `
  select school.time_zone from memberships m join schools school on school.id = m.school_id
  where m.user_id = $1 order by m.deactivated_at is not null, m.joined_at, m.id limit 1`;

@Injectable()
export class AccountRepository {
  constructor(private readonly dataSource: DataSource) {}

  async getSettings(userId: string, passkeys: OwnPasskey[]): Promise<OwnSettings> {
    const [of] = await this.dataSource.query<Omit<OwnSettings, 'addresses' | 'passkeys'>[]>(
      `select two_step_enabled as "twoStep", coalesce((${TIME_ZONE}), 'UTC') as "timeZone",
         (select count(*)::int from recovery_codes where user_id = $1 and used_at is null) as "codesLeft",
         (select count(*)::int from user_addresses where user_id = $1 and suspended_at is not null)
           + (select count(*)::int from passkeys where user_id = $1 and suspended_at is not null) as suspended
       from users where id = $1`,
      [userId],
    );
    return { ...of!, passkeys, addresses: await this.addressesOf(this.dataSource.manager, userId) };
  }

  async hasTwoStep(userId: string): Promise<boolean> {
    const [user] = await this.dataSource.query<{ on: boolean }[]>(
      `select two_step_enabled as "on" from users where id = $1`,
      [userId],
    );
    return user?.on ?? false;
  }

  /** The first one first. */
  addresses(userId: string): Promise<OwnAddress[]> {
    return this.addressesOf(this.dataSource.manager, userId);
  }

  addressesOf(manager: EntityManager, userId: string): Promise<OwnAddress[]> {
    return manager.query(ADDRESSES, [userId]);
  }

  /** Somebody has it, whether or not it is proven. */
  isTaken(manager: EntityManager, email: string): Promise<boolean> {
    return manager.getRepository(UserAddress).existsBy({ email });
  }

  /** Adds an address. Of two people at once one gets it. False when it belongs to somebody already. */
  async addAddress(
    manager: EntityManager,
    { userId, email, now }: { userId: string; email: string; now: Date },
  ): Promise<boolean> {
    const added = await manager.query<unknown[]>(
      `insert into user_addresses (email, user_id, verified_at) values ($1, $2, $3)
       on conflict (email) do nothing returning 1 as added`,
      [email, userId, now],
    );
    return added.length > 0;
  }

  /** Not the first one. False when it is none of theirs. */
  async removeAddress(manager: EntityManager, userId: string, email: string): Promise<boolean> {
    const [removed] = await manager.query<[unknown[], number]>(
      `delete from user_addresses where user_id = $1 and email = $2
         and not exists (select from users where id = $1 and email = $2) returning 1 as removed`,
      [userId, email],
    );
    return removed.length > 0;
  }

  /** False when it is none of theirs, or the first one already. The one before stays theirs. */
  async makeFirst(manager: EntityManager, userId: string, email: string): Promise<boolean> {
    const [made] = await manager.query<[unknown[], number]>(
      `update users u set email = address.email, email_verified_at = address.verified_at from user_addresses address
       where u.id = $1 and address.user_id = $1 and address.email = $2 and address.verified_at is not null
         and u.email <> address.email returning 1 as made`,
      [userId, email],
    );
    return made.length > 0;
  }
}
