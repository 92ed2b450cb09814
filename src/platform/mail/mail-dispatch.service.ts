import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { BouncedAddressesRepository, MAX_BOUNCES } from './bounced-addresses.repository.js';
import { leaseUntil, MAX_ATTEMPTS, nextAttempt } from './mail-backoff.js';
import { type ClaimedMail, type WrittenMail, MailComposers } from './mail-composers.js';
import { type Mail, Mailer, MailFailure } from './mailer.js';
import { MailsRepository } from './mails.repository.js';

/** One attempt at one mail, by the same rules whatever the mail is about. */
@Injectable()
export class MailDispatch {
  private readonly logger = new Logger('Mail');

  constructor(
    private readonly mailer: Mailer,
    private readonly mails: MailsRepository,
    private readonly composers: MailComposers,
    private readonly bounced: BouncedAddressesRepository,
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

  async deliver(claimed: ClaimedMail, composed: WrittenMail): Promise<void> {
    const outcome = await this.send(claimed.kind, composed);
    if (typeof outcome === 'string') return this.end(claimed, outcome, composed);
    if (outcome.isFinal || claimed.attempts >= MAX_ATTEMPTS)
      return this.endAsDead(claimed, composed, outcome.message);
    const dueAt = nextAttempt(this.clock.now(), claimed.attempts, Math.random());
    await this.mails.postpone(claimed, dueAt, outcome.message);
  }

  private async send(kind: string, { write }: WrittenMail): Promise<'sent' | 'dropped' | MailFailure> {
    try {
      const mail = await write();
      return mail ? await this.sendTo(mail, this.composers.isAskedFor(kind)) : 'dropped';
    } catch (error) {
      // A disk that is full, say, where mail is written to files.
      return error instanceof MailFailure ? error : new MailFailure('other', null, false);
    }
  }

  /** @throws MailFailure */
  private async sendTo(mail: Mail, isAskedFor: boolean): Promise<'sent' | 'dropped'> {
    const bounces = await this.bounced.count(mail.to);
    if (bounces >= MAX_BOUNCES && !isAskedFor) return 'dropped';
    try {
      await this.mailer.send(mail);
    } catch (error) {
      if (error instanceof MailFailure && error.isFinal) await this.bounced.add(mail.to, this.clock.now());
      throw error;
    }
    if (bounces > 0) await this.bounced.remove(mail.to);
    return 'sent';
  }

  /** A typed address goes with its mail. */
  private end(
    { id, kind }: ClaimedMail,
    state: 'sent' | 'dropped',
    { covers = [] }: WrittenMail,
  ): Promise<void> {
    if (this.composers.isTyped(kind)) return this.mails.delete(id);
    return this.mails.end([id, ...covers], state, this.clock.now());
  }

  private async endAsDead(
    { id, kind, attempts }: ClaimedMail,
    { userId = null }: Pick<WrittenMail, 'userId'>,
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
