import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SEALED_BY_KEY, type SealedCount } from '../secrets.js';
import { type StoredTotp } from './totp-seal.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

export type StoredTotpOf = StoredTotp & { user_id: string };

@Injectable()
export class StoredTotpRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

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
   * Replaces stored secrets. One that its owner has changed meanwhile stays.
   * @returns how many were replaced
   */
  async replaceSecrets(sealed: { before: StoredTotpOf; totp_sealed: string }[]): Promise<number> {
    const rows = sealed.map(({ before, totp_sealed }) => ({ ...before, after: totp_sealed }));
    const [, replaced] = await this.transactions.run((manager) =>
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
