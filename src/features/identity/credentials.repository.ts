import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SEALED_BY_KEY, TotpSeal, type SealedCount, type StoredTotp } from './secrets.js';
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
