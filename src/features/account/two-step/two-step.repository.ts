import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull, MoreThan } from 'typeorm';
import { TotpSeal, type StoredTotp } from './totp-seal.js';
import { RecoveryCode } from './recovery-code.entity.js';
import { UserSession } from '../sessions/user-session.entity.js';
import { TwoStepChallenge } from './two-step-challenge.entity.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

export interface TwoStepRow {
  session_id: string;
  user_id: string;
  email: string;
  /** Of the school that the person has belonged to longest; null for a person who belongs to none. */
  locale: string | null;
  second_step_pending: boolean;
  live: boolean;
  failed_codes: number;
  /** Secret that codes are computed from. */
  totp_secret: string | null;
  /** A suspended one as well: the mail that has suspended it must not be the second step in its place. */
  has_passkey: boolean;
  /** A code by mail was the first step. */
  by_mailed_code: boolean;
}

/**
 * A person with another second step gets no codes by mail: the mailbox, which sets a password as well, must not be both. Nor does
 * whoever came in by a code, should no key open the secret of their app.
 */
export const mayBeMailed = ({
  totp_secret: secret,
  has_passkey: hasPasskey,
  by_mailed_code: byMailedCode,
}: TwoStepRow): boolean => secret === null && !hasPasskey && !byMailedCode;

export type OpenChallenge = Pick<TwoStepChallenge, 'id' | 'method' | 'codeHash'>;

type Stored = TwoStepRow & StoredTotp;

const SESSION = `
  select s.id as session_id, s.user_id, u.email, school.locale, s.second_step_pending, s.revoked_at is null and s.expires_at > $2 as live, s.failed_codes,
    c.totp_secret, c.totp_sealed, 'otp' = any (s.amr) as by_mailed_code,
    exists (select from passkeys p where p.user_id = s.user_id) as has_passkey
  from user_sessions s join users u on u.id = s.user_id left join user_credentials c on c.user_id = s.user_id
  left join lateral (select of.locale from memberships m join schools of on of.id = m.school_id where m.user_id = s.user_id
    order by m.deactivated_at is not null, m.joined_at, m.id limit 1) school on true
  where s.id = $1`;

@Injectable()
export class TwoStepRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly totp: TotpSeal,
  ) {}

  async getSession(sessionId: string, now: Date): Promise<TwoStepRow | null> {
    const [row] = await this.dataSource.query<Stored[]>(SESSION, [sessionId, now]);
    return row ? this.opened(row) : null;
  }

  /** One code at a time in a session: guesses sent together are counted together. It is read after the lock, with what has changed meanwhile. */
  async lockSession(manager: EntityManager, sessionId: string, now: Date): Promise<TwoStepRow | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    await manager
      .getRepository(UserSession)
      .findOne({ select: { id: true }, where: { id: sessionId }, lock });
    const [row] = await manager.query<Stored[]>(SESSION, [sessionId, now]);
    return row ? this.opened(row) : null;
  }

  private opened({ totp_sealed, ...row }: Stored): TwoStepRow {
    return { ...row, totp_secret: this.totp.open({ ...row, totp_sealed }) };
  }

  async insertChallenge(challenge: Omit<TwoStepChallenge, 'usedAt'>): Promise<void> {
    await this.transactions.run((manager) => manager.getRepository(TwoStepChallenge).insert(challenge));
  }

  findOpenChallenge(
    manager: EntityManager,
    sessionId: string,
    challengeId: string,
    now: Date,
  ): Promise<OpenChallenge | null> {
    return manager
      .getRepository(TwoStepChallenge)
      .findOneBy({ id: challengeId, sessionId, usedAt: IsNull(), expiresAt: MoreThan(now) });
  }

  /** False when this code or a later one was taken already, in whatever session. */
  async takeTotpStep(manager: EntityManager, userId: string, step: number): Promise<boolean> {
    const [rows] = await manager.query<[unknown[], number]>(
      `update user_credentials set totp_last_step = $2
       where user_id = $1 and (totp_last_step is null or totp_last_step < $2) returning user_id`,
      [userId, step],
    );
    return rows.length > 0;
  }

  /** False when there is no such code, or it was used. */
  async takeRecoveryCode(
    manager: EntityManager,
    userId: string,
    codeHash: string,
    now: Date,
  ): Promise<boolean> {
    const { affected } = await manager
      .getRepository(RecoveryCode)
      .update({ codeHash, userId, usedAt: IsNull() }, { usedAt: now });
    return Boolean(affected);
  }

  /** The session counts as complete from now on, whatever token it is asked with. */
  async complete(manager: EntityManager, sessionId: string, challengeId: string, now: Date): Promise<void> {
    await manager.getRepository(TwoStepChallenge).update({ id: challengeId }, { usedAt: now });
    await manager.query(
      `update user_sessions set second_step_pending = false, two_step_at = $2, failed_codes = 0 where id = $1`,
      [sessionId, now],
    );
  }

  async countFailure(manager: EntityManager, sessionId: string, limit: number, now: Date): Promise<void> {
    await manager.query(
      `update user_sessions set failed_codes = failed_codes + 1,
         revoked_at = case when failed_codes + 1 >= $2 then $3 else revoked_at end
       where id = $1`,
      [sessionId, limit, now],
    );
  }
}
