import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { User } from './user.entity.js';

@Injectable()
export class CredentialsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async hasPassword(userId: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `select 1 from user_credentials where user_id = $1 and password_hash is not null`,
      [userId],
    );
    return rows.length > 0;
  }

  async savePassword(manager: EntityManager, userId: string, passwordHash: string): Promise<void> {
    await manager.query(
      `insert into user_credentials (user_id, password_hash) values ($1, $2)
       on conflict (user_id) do update set password_hash = excluded.password_hash`,
      [userId, passwordHash],
    );
  }

  /** A new secret forgets the codes of the old one. */
  async saveTwoStep(
    manager: EntityManager,
    userId: string,
    totpSecret: string,
    recoveryCodeHashes: string[],
  ): Promise<void> {
    await manager.query(
      `insert into user_credentials (user_id, totp_secret) values ($1, $2)
       on conflict (user_id) do update set totp_secret = excluded.totp_secret, totp_last_step = null`,
      [userId, totpSecret],
    );
    await manager.query(`delete from recovery_codes where user_id = $1`, [userId]);
    await manager.query(`insert into recovery_codes (user_id, code_hash) select $1, unnest($2::text[])`, [
      userId,
      recoveryCodeHashes,
    ]);
    await manager.query(`update users set two_step_enabled = true where id = $1`, [userId]);
  }

  async removeTwoStep(manager: EntityManager, userId: string): Promise<void> {
    await manager.query(
      `update user_credentials set totp_secret = null, totp_last_step = null where user_id = $1`,
      [userId],
    );
    await manager.query(`delete from recovery_codes where user_id = $1`, [userId]);
    await manager.query(`update users set two_step_enabled = false where id = $1`, [userId]);
  }
}

@Injectable()
export class UsersRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The person with this email, made when missing; the unique key decides between two callers at once. */
  async insertOrGet(
    person: Pick<User, 'email' | 'emailVerifiedAt' | 'firstName' | 'lastName' | 'createdAt'>,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<{ user: User; created: boolean }> {
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

  findByEmail(email: string): Promise<User | null> {
    return this.dataSource.manager.findOneBy(User, { email });
  }
}
