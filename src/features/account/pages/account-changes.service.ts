import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditItem } from '../../../platform/audit/operation.js';
import { Clock } from '../../../platform/clock/clock.js';
import { type AccountChange, AccountMails } from '../mails/account-mails.service.js';
import { type BrowserSession, BrowserSessions } from '../sessions/browser-sessions.service.js';
import { BruteForceLimits } from '../attempts/brute-force-limits.js';
import type { Visit } from './account-visit.service.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

/** A visit of somebody who is signed in, with both steps where two are required. */
export interface OwnVisit extends Visit {
  session: BrowserSession;
}

type Check = (manager: EntityManager) => Promise<boolean>;

/** Changes of what a person signs in with: each in one transaction, one at a time, with the mail that tells of it. */
@Injectable()
export class AccountChanges {
  constructor(
    private readonly transactions: Transactions,
    private readonly browser: BrowserSessions,
    private readonly mails: AccountMails,
    private readonly limits: BruteForceLimits,
    private readonly clock: Clock,
  ) {}

  /** @throws NotAuthenticatedError when the session has ended meanwhile */
  make<T>(own: OwnVisit, work: (manager: EntityManager, now: Date) => Promise<T>): Promise<T> {
    return this.transactions.run((manager) => this.makeWithin(manager, own, work));
  }

  /** Within the caller's transaction. @throws NotAuthenticatedError when the session has ended meanwhile */
  async makeWithin<T>(
    manager: EntityManager,
    { session }: OwnVisit,
    work: (manager: EntityManager, now: Date) => Promise<T>,
  ): Promise<T> {
    auditItem('user', session.userId);
    await this.browser.lockForChange(manager, session);
    return work(manager, this.clock.now());
  }

  /** Passwords that are too easy to guess are counted. @throws RateLimitedError */
  countWeak<T>({ session }: OwnVisit, choose: () => Promise<T>): Promise<T> {
    return this.limits.countWeak(session.userId, choose);
  }

  /** They have given their password once more. */
  renew(own: OwnVisit): Promise<void> {
    return this.make(own, (manager) =>
      this.browser.renew(manager, own.session.id, { bothSteps: false }, own.response),
    );
  }

  /** Makes a change that ends every session; this browser's goes on as another one, with the steps that were done in it. */
  startOver(own: OwnVisit, work: (manager: EntityManager) => Promise<void>): Promise<void> {
    const { session, response } = own;
    return this.make(own, async (manager) => {
      await work(manager);
      const proof = { bothSteps: session.twoStepAt !== null };
      await this.browser.open(manager, session.userId, proof, response);
      await this.notify(manager, own, 'second_step_changed');
    });
  }

  /** To the address that was the first one before the change. */
  notify(manager: EntityManager, { session }: OwnVisit, kind: AccountChange): Promise<void> {
    return this.mails.tellOfChange(manager, session.userId, kind, session.email);
  }

  /**
   * Mails a link to an address that is nobody's. Nobody is told whether it is, and no mailbox is filled.
   * @throws RateLimitedError
   */
  async sendAddressLink(own: OwnVisit, email: string, isTaken: Check): Promise<void> {
    await this.limits.count({ mail: own.session.userId });
    await this.limits.count({ mail: email });
    await this.make(own, async (manager) => {
      if (!(await isTaken(manager))) await this.mails.sendAddressLink(manager, own.session.userId, email);
    });
  }
}
