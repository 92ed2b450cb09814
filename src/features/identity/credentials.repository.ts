import { Injectable } from '@nestjs/common';
import { utcText } from '../../platform/database/utc-text.js';
import { DataSource, type EntityManager } from 'typeorm';
import { auditItem } from '../../platform/audit/operation.js';
import { SEALED_BY_KEY, TotpSeal, type SealedCount, type StoredTotp } from './secrets.js';
import { UserAddress } from './account.entity.js';
import { User } from './user.entity.js';

@Injectable()
export class CredentialsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly totp: TotpSeal,
  ) {}

  async hasPassword(userId: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `select 1 from user_credentials where user_id = $1 and password_hash is not null`,
      [userId],
    );
    return rows.length > 0;
  }

  /** What whoever knows the person would try first. */
  async wordsOf(userId: string): Promise<string[]> {
    const user = await this.dataSource.manager.findOneBy(User, { id: userId });
    const words = user ? [user.email, user.firstName, user.lastName] : [];
    return words.filter((word) => word !== null);
  }

  async savePassword(manager: EntityManager, userId: string, passwordHash: string): Promise<void> {
    await manager.query(
      `insert into user_credentials (user_id, password_hash) values ($1, $2)
       on conflict (user_id) do update set password_hash = excluded.password_hash`,
      [userId, passwordHash],
    );
  }

  /** A link that was mailed to set another password must not undo this one. */
  async removePasswordLinks(manager: EntityManager, userId: string): Promise<void> {
    await manager.query(
      `delete from one_time_links where user_id = $1 and purpose = 'password' and used_at is null`,
      [userId],
    );
  }

  /** A new secret forgets the codes of the old one. */
  async saveTwoStep(
    manager: EntityManager,
    userId: string,
    { secret, lastStep }: { secret: string; lastStep: number | null },
  ): Promise<void> {
    await manager.query(
      `insert into user_credentials (user_id, totp_sealed, totp_last_step) values ($1, $2, $3)
       on conflict (user_id) do update
         set totp_sealed = excluded.totp_sealed, totp_secret = null, totp_last_step = excluded.totp_last_step`,
      [userId, this.totp.seal(secret), lastStep],
    );
    await manager.query(`update users set two_step_enabled = true where id = $1`, [userId]);
  }

  /** In the place of those before. */
  async saveRecoveryCodes(manager: EntityManager, userId: string, hashes: string[]): Promise<void> {
    await manager.query(`delete from recovery_codes where user_id = $1`, [userId]);
    await manager.query(`insert into recovery_codes (user_id, code_hash) select $1, unnest($2::text[])`, [
      userId,
      hashes,
    ]);
  }

  async removeTwoStep(manager: EntityManager, userId: string): Promise<void> {
    await manager.query(
      `update user_credentials set totp_secret = null, totp_sealed = null, totp_last_step = null where user_id = $1`,
      [userId],
    );
    await manager.query(`delete from recovery_codes where user_id = $1`, [userId]);
    await manager.query(`update users set two_step_enabled = false where id = $1`, [userId]);
  }
}

export type StoredTotpOf = StoredTotp & { user_id: string };

@Injectable()
export class StoredTotpRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * @param prefix what is sealed and begins so is left out
   * @param after id of a person: those who come after it
   */
  findOthers(prefix: string, after: string | null, limit: number): Promise<StoredTotpOf[]> {
    return this.dataSource.query(
      `select user_id, totp_secret, totp_sealed from user_credentials
       where (totp_secret is not null or not starts_with(totp_sealed, $1)) and ($2::uuid is null or user_id > $2)
       order by user_id limit $3`,
      [prefix, after, limit],
    );
  }

  findReadable(limit: number): Promise<StoredTotpOf[]> {
    return this.dataSource.query(
      `select user_id, totp_secret, totp_sealed from user_credentials where totp_secret is not null
       order by user_id limit $1`,
      [limit],
    );
  }

  /**
   * What somebody has changed meanwhile stays as they have made it.
   * @returns how many were replaced
   */
  async replace(sealed: { before: StoredTotpOf; totp_sealed: string }[]): Promise<number> {
    const rows = sealed.map(({ before, totp_sealed }) => ({ ...before, after: totp_sealed }));
    const [, replaced] = await this.dataSource.transaction((manager) =>
      manager.query<[unknown, number]>(
        `update user_credentials c set totp_secret = null, totp_sealed = r.after
         from json_to_recordset($1) as r(user_id uuid, totp_secret text, totp_sealed text, after text)
         where c.user_id = r.user_id and c.totp_secret is not distinct from r.totp_secret
           and c.totp_sealed is not distinct from r.totp_sealed`,
        [JSON.stringify(rows)],
      ),
    );
    return replaced;
  }

  /** By what they begin with: version and id of the key. */
  countByKey(): Promise<SealedCount[]> {
    return this.dataSource.query(SEALED_BY_KEY);
  }
}

@Injectable()
export class UsersRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The person with this email, made when missing; the unique key decides between two callers at once. */
  async insertOrGet(
    person: Pick<User, 'email' | 'emailVerifiedAt' | 'firstName' | 'lastName' | 'createdAt'>,
    manager?: EntityManager,
  ): Promise<{ user: User; created: boolean }> {
    if (!manager)
      return this.dataSource.transaction(async (inside) => {
        const inserted = await this.insertOrGet(person, inside);
        auditItem('user', inserted.user.id);
        return inserted;
      });
    const known = await this.findByAnyAddress(person.email, manager);
    if (known) return { user: known, created: false };
    const inserted = await manager
      .createQueryBuilder()
      .insert()
      .into(User)
      .values(person)
      .orIgnore()
      .returning('id')
      .execute();
    const user = await manager.findOneByOrFail(User, { email: person.email });
    return { user, created: (inserted.raw as unknown[]).length > 0 };
  }

  /** The next time that the person comes from the outside provider binds their account again. */
  async unbind(userId: string): Promise<void> {
    auditItem('user', userId);
    await this.dataSource.transaction((manager) =>
      manager.update(User, { id: userId }, { outsideSubjectId: null }),
    );
  }

  list(schoolId: string | null): Promise<ListedUser[]> {
    return this.dataSource.query(
      `select u.id as user_id, u.email, trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) as name,
         u.email_verified_at is not null as verified, u.two_step_enabled as two_step, ${utcText('u.created_at')} as created_at,
         array(select school.short_name from memberships m join schools school on school.id = m.school_id
           where m.user_id = u.id and m.deactivated_at is null order by 1) as schools
       from users u
       where $1::uuid is null or exists (select from memberships m where m.user_id = u.id and m.school_id = $1)
       order by u.email`,
      [schoolId],
    );
  }

  /** Whose address it is, the first one or a further one. @param email normalised */
  findByAnyAddress(email: string, manager = this.dataSource.manager): Promise<User | null> {
    return manager
      .createQueryBuilder(User, 'u')
      .innerJoin(UserAddress, 'address', 'address.user_id = u.id')
      .where('address.email = :email', { email })
      .getOne();
  }

  /**
   * The account that this address belongs to: proven, or the only word there is on whose the account is.
   * @param lock until the transaction ends
   */
  async findByAddress(
    manager: EntityManager,
    email: string,
    { lock }: { lock: boolean },
  ): Promise<AddressedAccount | null> {
    const isProven = `exists (select from user_addresses proven where proven.user_id = u.id and proven.verified_at is not null)`;
    const [account] = await manager.query<AddressedAccount[]>(
      `select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName",
         ${isProven} and exists (
           select from user_credentials c where c.user_id = u.id and c.password_hash is not null) as "signsInByPassword"
       from user_addresses held join users u on u.id = held.user_id
       where held.email = $1 and (held.verified_at is not null or not ${isProven})
       ${lock ? 'for no key update of u' : ''}`,
      [email],
    );
    return account ?? null;
  }

  async verify(manager: EntityManager, userId: string, email: string, now: Date): Promise<void> {
    await manager.query(
      `update users set email_verified_at = $3 where id = $1 and email = $2 and email_verified_at is null`,
      [userId, email, now],
    );
  }

  async addNames(
    manager: EntityManager,
    userId: string,
    { firstName, lastName }: { firstName: string | null; lastName: string | null },
  ): Promise<void> {
    await manager.query(
      `update users set first_name = $2, last_name = $3 where id = $1 and first_name is null and last_name is null`,
      [userId, firstName, lastName],
    );
  }
}

/** An account as an operator sees it. */
export interface ListedUser {
  user_id: string;
  email: string;
  /** Empty where nobody has said one. */
  name: string;
  verified: boolean;
  two_step: boolean;
  /** UTC. */
  created_at: string;
  /** Short names of those where the person is an active member. */
  schools: string[];
}

/** Whose an address is. */
export interface AddressedAccount extends Pick<User, 'id' | 'email' | 'firstName' | 'lastName'> {
  /** It has a password, and an address that is proven: nobody else has set it. */
  signsInByPassword: boolean;
}
