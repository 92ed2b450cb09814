import { Injectable } from '@nestjs/common';
import { utcText } from '../../platform/database/utc-text.js';
import { DataSource, type EntityManager } from 'typeorm';
import { auditItem } from '../../platform/audit/operation.js';
import type { OutsideToken } from '../../platform/auth/caller.js';
import { isUniqueViolation } from '../../platform/errors/postgres-errors.js';
import { leadsToAccount } from './addresses/own-address.sql.js';
import { UserAddress } from './addresses/user-address.entity.js';
import { User } from './user.entity.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

@Injectable()
export class UsersRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** The person with this email, made when missing; the unique key decides between two callers at once. */
  async insertOrGet(
    manager: EntityManager,
    person: Pick<User, 'email' | 'emailVerifiedAt' | 'firstName' | 'lastName' | 'createdAt'>,
  ): Promise<{ user: User; created: boolean }> {
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
    await this.transactions.run((manager) =>
      manager.update(User, { id: userId }, { outsideSubjectId: null }),
    );
  }

  /**
   * A person whom an outside provider vouches for and who comes for the first time: their account is bound to issuer and
   * subject, where neither is bound yet. Another subject with the same email changes nothing, nor does one with a further
   * address of somebody.
   */
  async bindToSubject({ email, subjectId, digest }: OutsideToken, now: Date): Promise<void> {
    const bound = this.dataSource.query(
      `insert into users (email, email_verified_at, outside_subject_id, created_at)
       select $1, $2, $3, $2 where not exists (select from ended_tokens where digest = $4)
         and not exists (select from users bound where bound.outside_subject_id = $3)
         and not exists (select from user_addresses held
           join users holder on holder.id = held.user_id where held.email = $1 and holder.email <> $1)
       on conflict (email) do update set email_verified_at = coalesce(users.email_verified_at, $2), outside_subject_id = $3
       where users.outside_subject_id is null`,
      [email, now, subjectId, digest],
    );
    await bound.catch((error: unknown) => {
      // With two addresses at once: the other one was first.
      if (!isUniqueViolation(error)) throw error;
    });
  }

  listUsers(schoolId: string | null): Promise<ListedUser[]> {
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

  /** The account that has the address, as its first or a further one. @param email normalised */
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
       where held.email = $1 and ${leadsToAccount('held')}
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

  /** In a transaction of its own. */
  async proveFirst({ id, email }: Pick<User, 'id' | 'email'>, now: Date): Promise<void> {
    auditItem('user', id);
    await this.transactions.run((manager) => this.verify(manager, id, email, now));
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

/** The account that has an address. */
export interface AddressedAccount extends Pick<User, 'id' | 'email' | 'firstName' | 'lastName'> {
  /** It has a password, and an address that is proven: nobody else has set it. */
  signsInByPassword: boolean;
}
