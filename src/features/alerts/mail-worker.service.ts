import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { Mailer, MailFailure } from '../../platform/mail/mailer.js';
import type { AlertContent } from './alert-letter.js';
import { AlertMails } from './alert-mails.service.js';
import { type ClaimedDelivery, MailDeliveriesRepository } from './mail-deliveries.repository.js';

/*
 * Exponential backoff: a mail that nobody took is tried again after about 30 s, 90 s, 5 min, 14 min, 40 min, 2 h and then
 * every 4 h: twelve times in about a day.
 */
const FIRST_WAIT_MS = 30_000;
const GROWTH = 3;
const MAX_WAIT_MS = 4 * 60 * 60_000;
export const MAX_ATTEMPTS = 12;

/** Each wait is that much longer or shorter, so that what failed together does not come again together. */
const JITTER = 0.2;

/** Mails that one process sends at the same time. */
export const AT_ONCE = 8;

/** Beyond the deadline of a send, for reading and writing around it: only a process that has died takes longer. */
const LEASE_MARGIN_MS = 30_000;

/** Until when nobody else tries a mail that is being sent. */
export const leaseUntil = (now: Date, deadlineMs: number): Date =>
  new Date(now.getTime() + deadlineMs + LEASE_MARGIN_MS);

/**
 * @param attempts that were made, at least one
 * @param random from 0 to 1
 */
export function nextAttempt(now: Date, attempts: number, random: number): Date {
  const wait = Math.min(FIRST_WAIT_MS * GROWTH ** (attempts - 1), MAX_WAIT_MS);
  return new Date(now.getTime() + wait * (1 - JITTER + 2 * JITTER * random));
}

/** A few of the mails that are due: claimed, sent outside of any transaction, and written down one by one. */
@Injectable()
export class MailWorker {
  private readonly logger = new Logger('Mail');

  constructor(
    private readonly deliveries: MailDeliveriesRepository,
    private readonly mails: AlertMails,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
  ) {}

  /** @returns whether more may be due */
  async run(): Promise<boolean> {
    const now = this.clock.now();
    const claimed = await this.deliveries.claim(now, leaseUntil(now, this.mailer.deadlineMs), AT_ONCE);
    if (claimed.length === 0) return false;
    const contents = await this.mails.read(claimed);
    await Promise.all(claimed.map((delivery) => this.deliver(delivery, contents.get(delivery.id))));
    return claimed.length === AT_ONCE;
  }

  private async deliver(delivery: ClaimedDelivery, content: AlertContent | undefined): Promise<void> {
    if (!content) return this.deliveries.end(delivery, 'dropped', this.clock.now(), null);
    // Processes died over it: one more would, too.
    if (delivery.attempts > MAX_ATTEMPTS) return this.fail(delivery, 'interrupted');
    const failure = await this.send(content);
    if (!failure) return this.deliveries.end(delivery, 'sent', this.clock.now(), null);
    if (failure.isFinal || delivery.attempts >= MAX_ATTEMPTS) return this.fail(delivery, failure.message);
    const dueAt = nextAttempt(this.clock.now(), delivery.attempts, Math.random());
    await this.deliveries.postpone(delivery, dueAt, failure.message);
  }

  private async send(content: AlertContent): Promise<MailFailure | null> {
    try {
      await this.mailer.send(this.mails.write(content));
      return null;
    } catch (error) {
      // A disk that is full, say, where mail is written to files.
      return error instanceof MailFailure ? error : new MailFailure('other', null, false);
    }
  }

  private async fail(delivery: ClaimedDelivery, failure: string): Promise<void> {
    this.logger.warn(
      { delivery: delivery.id, attempts: delivery.attempts, failure },
      'A mail was given up; "jobs retry" sends it after all',
    );
    await this.deliveries.end(delivery, 'dead', this.clock.now(), failure);
  }
}
