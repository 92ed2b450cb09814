import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { leaseUntil, MAX_ATTEMPTS, nextAttempt } from './mail-backoff.js';
import { type Mail, Mailer, MailFailure } from './mailer.js';

/** A mail that this process is to send now. */
export interface ClaimedMail {
  id: string;
  /** This one included. */
  attempts: number;
}

/** Where it is written down what became of a mail. */
export interface MailRecords<Claimed extends ClaimedMail> {
  /** For good. A mail that was sent is sent, whoever else has claimed it meanwhile. */
  end(mail: Claimed, state: 'sent' | 'dead' | 'dropped', now: Date, error: string | null): Promise<void>;

  /** It is tried again at `dueAt`, unless somebody else has claimed it meanwhile. */
  postpone(mail: Claimed, dueAt: Date, error: string): Promise<void>;
}

/** One attempt at one mail, by the same rules whatever the mail is about. */
@Injectable()
export class MailDispatch {
  private readonly logger = new Logger('Mail');

  constructor(
    private readonly mailer: Mailer,
    private readonly clock: Clock,
  ) {}

  /** Until when nobody else tries a mail that is claimed now. */
  leaseUntil(now: Date): Date {
    return leaseUntil(now, this.mailer.deadlineMs);
  }

  /** @param compose null when nobody needs the mail any more */
  async deliver<Claimed extends ClaimedMail>(
    claimed: Claimed,
    records: MailRecords<Claimed>,
    compose: () => Promise<Mail | null>,
  ): Promise<void> {
    // Processes died over it: one more would, too.
    if (claimed.attempts > MAX_ATTEMPTS) return this.endAsDead(claimed, records, 'interrupted');
    const outcome = await this.send(compose);
    if (typeof outcome === 'string') return records.end(claimed, outcome, this.clock.now(), null);
    if (outcome.isFinal || claimed.attempts >= MAX_ATTEMPTS)
      return this.endAsDead(claimed, records, outcome.message);
    const dueAt = nextAttempt(this.clock.now(), claimed.attempts, Math.random());
    await records.postpone(claimed, dueAt, outcome.message);
  }

  private async send(compose: () => Promise<Mail | null>): Promise<'sent' | 'dropped' | MailFailure> {
    try {
      const mail = await compose();
      if (!mail) return 'dropped';
      await this.mailer.send(mail);
      return 'sent';
    } catch (error) {
      // A disk that is full, say, where mail is written to files.
      return error instanceof MailFailure ? error : new MailFailure('other', null, false);
    }
  }

  private async endAsDead<Claimed extends ClaimedMail>(
    claimed: Claimed,
    records: MailRecords<Claimed>,
    failure: string,
  ): Promise<void> {
    const { id, attempts } = claimed;
    this.logger.warn(
      { mail: id, attempts, failure },
      'A mail was given up; "jobs list --failed" shows it, and "jobs retry" sends it after all',
    );
    await records.end(claimed, 'dead', this.clock.now(), failure);
  }
}
