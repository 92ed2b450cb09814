import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { UserCredentials } from '../passwords/user-credentials.entity.js';
import { isWithinItsSchools } from '../../../policy/bounded-schools.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

/** Somebody who is signed in in a browser. */
export interface BrowserSession {
  id: string;
  userId: string;
  email: string;
  secondStepPending: boolean;
  /** UTC: when the password or the passkey was given. */
  signedInAt: Date;
  /** UTC; null where the second step was not asked for, or is still owed. */
  twoStepAt: Date | null;
  /** How the person has proven who they are (RFC 8176). */
  amr: string[];
}

@Injectable()
export class BrowserSessionsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.transactions.run(work);
  }

  /** The digest of the password, held as for an application's sign-in (`AuthSessionsRepository.lockPassword`). */
  async lockPasswordOf(manager: EntityManager, userId: string): Promise<string | null> {
    const credentials = await manager
      .getRepository(UserCredentials)
      .findOne({ where: { userId }, lock: { mode: 'pessimistic_read' } });
    return credentials?.passwordHash ?? null;
  }

  async giveToBrowser(
    manager: EntityManager,
    sessionId: string,
    { tokenHash, twoStepAt, amr }: { tokenHash: string; twoStepAt: Date | null; amr: string[] },
  ): Promise<void> {
    await manager.query(
      `update user_sessions set browser_token_hash = $2, two_step_at = $3, amr = $4 where id = $1`,
      [sessionId, tokenHash, twoStepAt, amr],
    );
  }

  /** The person has proven themselves again. False when the session has ended meanwhile. */
  async renewInBrowser(
    manager: EntityManager,
    sessionId: string,
    proof: { tokenHash: string; bothSteps: boolean; amr: string[]; now: Date },
  ): Promise<boolean> {
    const [rows] = await manager.query<[unknown[], number]>(
      `update user_sessions set browser_token_hash = $2, proven_at = $3, amr = $4,
         two_step_at = case when $5 then $3 else two_step_at end, second_step_pending = second_step_pending and not $5
       where id = $1 and revoked_at is null and expires_at > $3 returning id`,
      [sessionId, proof.tokenHash, proof.now, proof.amr, proof.bothSteps],
    );
    return rows.length > 0;
  }

  /**
   * Until the transaction ends nobody changes what this person signs in with, and whoever did so before is seen.
   * @returns whether the session is live
   */
  async lockForChange(
    manager: EntityManager,
    { id, userId }: { id: string; userId: string },
    now: Date,
  ): Promise<boolean> {
    await manager.query(`select from users where id = $1 for no key update`, [userId]);
    await manager
      .getRepository(UserCredentials)
      .findOne({ where: { userId }, lock: { mode: 'pessimistic_write' } });
    const live = await manager.query<unknown[]>(
      `select from user_sessions where id = $1 and revoked_at is null and expires_at > $2 and not second_step_pending`,
      [id, now],
    );
    return live.length > 0;
  }

  async findOfBrowser(tokenHash: string, now: Date): Promise<BrowserSession | null> {
    const [row] = await this.dataSource.query<BrowserSession[]>(
      `select s.id, s.user_id as "userId", u.email, s.second_step_pending as "secondStepPending",
         coalesce(s.proven_at, s.created_at) as "signedInAt", s.two_step_at as "twoStepAt",
         case when s.two_step_at is null or 'mfa' = any (s.amr) then s.amr else s.amr || '{otp,mfa}' end as amr
       from user_sessions s join users u on u.id = s.user_id
       where s.browser_token_hash = $1 and s.revoked_at is null and s.expires_at > $2 and ${isWithinItsSchools('s', 's.user_id')}`,
      [tokenHash, now],
    );
    return row ?? null;
  }
}
