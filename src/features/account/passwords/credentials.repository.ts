import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { TotpSeal } from '../two-step/totp-seal.js';
import { User } from '../user.entity.js';

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

  /** Words that an acquaintance of the person would try first. */
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
