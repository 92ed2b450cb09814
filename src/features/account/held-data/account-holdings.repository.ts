import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import { UserAddress } from '../addresses/user-address.entity.js';
import { Passkey } from '../passkeys/passkey.entity.js';

export interface HeldAddress {
  email: string;
  isFirst: boolean;
  isSuspended: boolean;
}

export interface HeldPasskey {
  id: string;
  name: string;
  isSuspended: boolean;
}

export interface HeldSession {
  /** Name of the application; `Browser` and `Operator` for sessions without one. */
  name: string;
  /** UTC. */
  lastUsedAt: Date;
}

/** Everything by which somebody can get into an account. */
export interface AccountHoldings {
  addresses: HeldAddress[];
  passkeys: HeldPasskey[];
  sessions: HeldSession[];
}

/** Days: a device is known by the password alone after them, so that an intruder’s is not. */
const KNOWN_FOR_DAYS = 7;

/** $1: the person, $2: now. Null where there was none. */
const KNOWN_SIGN_IN = `(select max(signed_in_at) from known_sources where user_id = $1
  and (first_seen_at is null or first_seen_at <= $2::timestamptz - interval '${KNOWN_FOR_DAYS} days'))`;

/** $1: the person, $2: now, $3: the address that was proven. */
const YOUNG_ADDRESSES = `from user_addresses held where held.user_id = $1 and held.email <> $3
  and held.verified_at > coalesce(${KNOWN_SIGN_IN}, '-infinity')
  and exists (select from user_addresses older where older.user_id = $1 and older.verified_at < held.verified_at)`;

/** More are named nowhere: a session lasts at most, and the newest say most. */
const MAX_LISTED_SESSIONS = 20;

const ADDRESSES = `
  select held.email, held.email = u.email as "isFirst", held.suspended_at is not null as "isSuspended"
  from user_addresses held join users u on u.id = held.user_id
  where held.user_id = $1 order by held.email <> u.email, held.email`;

const PASSKEYS = `
  select id, name, suspended_at is not null as "isSuspended" from passkeys where user_id = $1 order by created_at, id`;

const sessions = (those: string): string => `
  select coalesce(a.name, case when s.browser_token_hash is null then 'Operator' else 'Browser' end) as name,
    coalesce(s.last_used_at, s.created_at) as "lastUsedAt"
  from user_sessions s left join applications a on a.id = s.application_id
  where s.user_id = $1 and ${those} order by 2 desc limit ${MAX_LISTED_SESSIONS}`;

const SESSIONS = {
  live: sessions('s.revoked_at is null and s.expires_at > $2'),
  ended: sessions(
    `s.revoked_at between $2::timestamptz - interval '1 minute' and $2::timestamptz + interval '1 minute'`,
  ),
};

@Injectable()
export class AccountHoldingsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Whether `suspendYoung` would suspend an address. */
  async hasYoungAddress(manager: EntityManager, userId: string, email: string, now: Date): Promise<boolean> {
    const young = await manager.query<unknown[]>(`select ${YOUNG_ADDRESSES} limit 1`, [userId, now, email]);
    return young.length > 0;
  }

  /**
   * Suspends what came to the account after its last sign-in from a known device, but for the address that has just been
   * proven, and the one that the account has had for longest.
   * @param email an address of the person, proven
   */
  async suspendYoung(manager: EntityManager, userId: string, email: string, now: Date): Promise<void> {
    await manager.query(
      `update users u set email = proven.email, email_verified_at = proven.verified_at from user_addresses proven
       where u.id = $1 and proven.user_id = $1 and proven.email = $3 and u.email in (select held.email ${YOUNG_ADDRESSES})`,
      [userId, now, email],
    );
    await manager.query(
      `update user_addresses suspended set verified_at = null, suspended_at = $2
       where suspended.user_id = $1 and suspended.email in (select held.email ${YOUNG_ADDRESSES})`,
      [userId, now, email],
    );
    await manager.query(
      `update passkeys set suspended_at = $2
       where user_id = $1 and suspended_at is null and created_at > coalesce(${KNOWN_SIGN_IN}, '-infinity')`,
      [userId, now],
    );
  }

  /** @param when UTC: which sessions, those that are live then or have ended about then */
  async findHoldings(
    userId: string,
    { those, when }: { those: 'live' | 'ended'; when: Date },
    manager = this.dataSource.manager,
  ): Promise<AccountHoldings> {
    return {
      addresses: await manager.query<HeldAddress[]>(ADDRESSES, [userId]),
      passkeys: await manager.query<HeldPasskey[]>(PASSKEYS, [userId]),
      sessions: await manager.query<HeldSession[]>(SESSIONS[those], [userId, when]),
    };
  }

  async confirmAddress(manager: EntityManager, userId: string, email: string, now: Date): Promise<boolean> {
    const { affected } = await manager
      .getRepository(UserAddress)
      .update({ userId, email, suspendedAt: Not(IsNull()) }, { verifiedAt: now, suspendedAt: null });
    return Boolean(affected);
  }

  async confirmPasskey(manager: EntityManager, userId: string, id: string): Promise<boolean> {
    const { affected } = await manager
      .getRepository(Passkey)
      .update({ userId, id, suspendedAt: Not(IsNull()) }, { suspendedAt: null });
    return Boolean(affected);
  }

  /** But for the first address. */
  async removeAll(manager: EntityManager, userId: string): Promise<void> {
    await manager.query(
      `delete from user_addresses held using users u where u.id = $1 and held.user_id = u.id and held.email <> u.email`,
      [userId],
    );
    await manager.getRepository(Passkey).delete({ userId });
  }
}
