import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { SignInCode } from './sign-in-code.entity.js';

/**
 * True for an account that has proven the address, and whose mailbox would not be both steps: whose second step is a mail is not
 * offered a code for the first one.
 */
const MAY_SIGN_IN_BY_MAIL = `
  select u.id as "userId", not u.two_step_enabled or exists (select from passkeys key where key.user_id = u.id)
      or exists (select from user_credentials c where c.user_id = u.id and (c.totp_secret is not null or c.totp_sealed is not null)) as offered
  from users u where u.id = $1 and exists (select from user_addresses held
    where held.user_id = u.id and held.verified_at is not null and held.email = $2)`;

@Injectable()
export class SignInCodesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(
    manager: EntityManager,
    { id, expiresAt }: Pick<SignInCode, 'id' | 'expiresAt'>,
  ): Promise<void> {
    await manager.getRepository(SignInCode).insert({ id, expiresAt });
  }

  /** Of two at once the second one waits. */
  lock(manager: EntityManager, id: string): Promise<SignInCode | null> {
    return manager.getRepository(SignInCode).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** A code that is mailed once more takes the place of the first. */
  async give(id: string, code: Pick<SignInCode, 'userId' | 'codeHash' | 'expiresAt'>): Promise<void> {
    await this.dataSource
      .getRepository(SignInCode)
      .update({ id, usedAt: IsNull() }, { ...code, failures: 0 });
  }

  async countFailure(manager: EntityManager, id: string): Promise<void> {
    await manager.getRepository(SignInCode).increment({ id }, 'failures', 1);
  }

  async use(manager: EntityManager, id: string, now: Date): Promise<void> {
    await manager.getRepository(SignInCode).update({ id }, { usedAt: now });
  }

  /**
   * Null for an address that the account has not proven.
   * @param email normalised
   */
  async findOffer(
    userId: string,
    email: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<{ offered: boolean } | null> {
    const [found] = await manager.query<{ offered: boolean }[]>(MAY_SIGN_IN_BY_MAIL, [userId, email]);
    return found ?? null;
  }
}
