import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Account } from '../../../platform/auth/caller.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

export interface MySessionRow {
  id: string;
  client_name: string;
  created_at: Date;
  last_used_at: Date;
  two_step: boolean;
  current: boolean;
}

@Injectable()
export class MySessionsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  findLive({ userId, sessionId }: Account, now: Date): Promise<MySessionRow[]> {
    return this.dataSource.query(
      `select s.id, coalesce(a.name, case when s.browser_token_hash is null then 'Operator' else 'Browser' end) as client_name, s.created_at,
         coalesce(s.last_used_at, s.created_at) as last_used_at, s.two_step_at is not null as two_step,
         coalesce(s.id = $2, false) as current
       from user_sessions s left join applications a on a.id = s.application_id
       where s.user_id = $1 and s.revoked_at is null and s.expires_at > $3
       order by last_used_at desc, s.id`,
      [userId, sessionId, now],
    );
  }

  /** Ends the session of a refresh token, whether the token operations or the authorization server made it. */
  async revokeOwnByRefreshToken(userId: string, tokenHash: string, now: Date): Promise<void> {
    await this.transactions.run((manager) =>
      manager.query(
        `update user_sessions set revoked_at = coalesce(revoked_at, $3)
         where user_id = $1 and id in (select session_id from refresh_tokens where token_hash = $2
           union all select session_id from oauth_artifacts where model = 'RefreshToken' and id_hash = $2)`,
        [userId, tokenHash, now],
      ),
    );
  }

  /** @param expiresAt seconds since 1970: nobody takes it later anyway */
  async endOutsideToken(digest: string, expiresAt: number): Promise<void> {
    await this.transactions.run((manager) =>
      manager.query(
        `insert into ended_tokens (digest, expires_at) values ($1, to_timestamp($2)) on conflict do nothing`,
        [digest, expiresAt],
      ),
    );
  }
}
