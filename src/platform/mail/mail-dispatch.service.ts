import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { leaseUntil, MAX_ATTEMPTS, nextAttempt } from './mail-backoff.js';
import { type ClaimedMail, type ComposedMail, MailComposers } from './mail-composers.js';
import { Mailer, MailFailure } from './mailer.js';
import { MailsRepository } from './mails.repository.js';

/** One attempt at one mail, by the same rules whatever the mail is about. */
@Injectable()
export class MailDispatch {
  private readonly logger = new Logger('Mail');

  constructor(
    private readonly mailer: Mailer,
    private readonly mails: MailsRepository,
    private readonly composers: MailComposers,
    private readonly clock: Clock,
  ) {}

  /** Until when nobody else tries a mail that is claimed now. */
  leaseUntil(now: Date): Date {
    return leaseUntil(now, this.mailer.deadlineMs);
  }

  /** Ends a mail of which no attempt came to an end. */
  endInterrupted(claimed: ClaimedMail): Promise<void> {
    return this.endAsDead(claimed, claimed, 'interrupted');
  }

  async deliver(claimed: ClaimedMail, composed: ComposedMail): Promise<void> {
    const outcome = await this.send(composed);
    if (typeof outcome === 'string') return this.end(claimed, outcome);
    if (outcome.isFinal || claimed.attempts >= MAX_ATTEMPTS)
      return this.endAsDead(claimed, composed, outcome.message);
    const dueAt = nextAttempt(this.clock.now(), claimed.attempts, Math.random());
    await this.mails.postpone(claimed, dueAt, outcome.message);
  }

  private async send({ write }: ComposedMail): Promise<'sent' | 'dropped' | MailFailure> {
    try {
      const mail = await write();
      if (!mail) return 'dropped';
      await this.mailer.send(mail);
      return 'sent';
    } catch (error) {
      // A disk that is full, say, where mail is written to files.
      return error instanceof MailFailure ? error : new MailFailure('other', null, false);
    }
  }

  /** A typed address goes with its mail. */
  private end({ id, kind }: ClaimedMail, state: 'sent' | 'dropped'): Promise<void> {
    if (this.composers.isTyped(kind)) return this.mails.delete(id);
    return this.mails.end(id, state, this.clock.now());
  }

  private async endAsDead(
    { id, kind, attempts }: ClaimedMail,
    { userId = null }: Pick<ComposedMail, 'userId'>,
    failure: string,
  ): Promise<void> {
    this.logger.warn(
      { mail: id, attempts, failure },
      'A mail was given up; "jobs list --failed" shows it, and "jobs retry" sends it after all',
    );
    const owner = this.composers.isTyped(kind) ? { userId } : null;
    await this.mails.endAsDead(id, this.clock.now(), failure, owner);
  }
}
