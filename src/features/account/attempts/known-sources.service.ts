import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { outsideOperation } from '../../../platform/audit/operation.js';
import { DataKeys } from '../../../platform/auth/data-keys.js';
import { Clock } from '../../../platform/clock/clock.js';
import { RETENTION } from '../../../platform/database/retention.js';
import { MailsRepository } from '../../../platform/mail/mails.repository.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import { DAY } from './attempt-limits.js';
import { KnownSourcesRepository } from './known-sources.repository.js';

const KNOWN_DAYS = RETENTION.known_sources.days;

/** Where a person has signed in or renewed a session lately. It is noted outside of any other transaction: an erasure locks the person first. */
@Injectable()
export class KnownSources {
  constructor(
    private readonly transactions: Transactions,
    private readonly sources: KnownSourcesRepository,
    private readonly mails: MailsRepository,
    private readonly dataKeys: DataKeys,
    private readonly clock: Clock,
  ) {}

  /**
   * Whether the person has signed in from there lately, with both steps, or renewed a session. Asked for a person who does
   * not exist as well, and takes as long.
   */
  isKnown(userId: string | undefined, source: string): Promise<boolean> {
    const person = userId ?? randomUUID();
    return this.sources.isKnown(person, this.digest(person, source), this.daysAgo(KNOWN_DAYS));
  }

  /** Remembers the source of a session that is renewed there. Written once a day. */
  async remember(userId: string, source: string): Promise<void> {
    const digest = this.digest(userId, source);
    await this.sources.remember(userId, digest, this.clock.now(), this.daysAgo(1));
  }

  /** Somebody has signed in there, with every step: who was known elsewhere, and not there, is mailed. */
  async rememberSignIn(userId: string, source: string): Promise<void> {
    const now = this.clock.now();
    const digest = this.digest(userId, source);
    await outsideOperation(() =>
      this.transactions.run(async (manager) => {
        if (await this.sources.rememberSignIn(manager, userId, digest, now, this.daysAgo(1)))
          await this.mails.insertMails(manager, [{ kind: 'new_device', userId, subject: randomUUID() }], now);
      }),
    );
  }

  private daysAgo(days: number): Date {
    return new Date(this.clock.now().getTime() - days * DAY * 1000);
  }

  private digest(userId: string, source: string): string {
    return this.dataKeys.digest('known source', `${userId} ${source}`);
  }
}
