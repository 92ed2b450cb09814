import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { BackgroundJobs } from '../../platform/jobs/background-jobs.js';
import { type Mail, Mailer, MailFailure } from '../../platform/mail/mailer.js';
import type { LinkMailKind, WrittenMail } from './account-mail-messages.js';
import { AccountHoldingsRepository } from './account-holdings.repository.js';
import { codesTried } from './code-guessing-messages.js';
import { namedHoldings, type NamedHoldings } from './named-holdings.js';
import {
  AccountMailsRepository,
  OF_CODES,
  type DueAccountMail,
  type InvitedPerson,
} from './account-mails.repository.js';
import type { LinkPurpose } from './account.entity.js';
import { accountMailMessages, LINK_MINUTES } from './link-mail-messages.js';
import { type NewOneTimeLink, OneTimeLinks } from './one-time-links.service.js';
import type { AccountChange, AccountMailKind } from './user.entity.js';

export type { AccountChange } from './user.entity.js';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
/** Mails that one process sends at the same time. */
const AT_ONCE = 8;
/** Each wait is twice as long as the one before, from a minute on: within a day. */
const MAX_ATTEMPTS = 10;
/** Of an invitation's link; until the invitation ends it gets its owner another one (contract section 17). */
const INVITATION_LINK_DAYS = 14;

/** What is done with a link, and on which page. */
const LINKS: Record<LinkMailKind, [purpose: LinkPurpose, path: string]> = {
  invitation: ['invitation', '/invitation'],
  password_link: ['password', '/password/set'],
  address_link: ['address', '/account/address'],
};

/** Writes mails about accounts when they are sent: the secret of a link is made then, and stands in no mail that waits. */
@Injectable()
export class AccountMailWriter {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: OneTimeLinks,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'siteUrl'>,
    private readonly holdings: AccountHoldingsRepository,
  ) {}

  /** Null for a link that was asked for with an address that no account has. */
  async write(mail: DueAccountMail): Promise<Mail | null> {
    const { id, kind, email, details, locale, timeZone, createdAt } = mail;
    if (kind === 'password_link' && mail.userId === null) return null;
    const { siteUrl } = this.settings;
    const until = kind === 'invitation' ? this.goodUntil(mail) : details?.until;
    const [subject, text] = textOf(mail)({
      ...{ siteUrl, email, reason: details?.reason ?? '', school: details?.school ?? '' },
      when: timeText(createdAt, locale, timeZone),
      until: until === undefined ? '' : timeText(new Date(until), locale, timeZone),
      holdings: kind === 'password_changed' && mail.userId ? await this.holdingsOf(mail.userId, mail) : null,
      link: isLinkMail(kind) ? `${siteUrl}${LINKS[kind][1]}#${await this.secretOf(mail, kind)}` : '',
    });
    return {
      to: email,
      subject,
      text,
      messageId: `<${id}@${new URL(siteUrl).hostname}>`,
      // RFC 3834 §5.
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
  }

  private holdingsOf(
    userId: string,
    { createdAt: when, locale, timeZone }: DueAccountMail,
  ): Promise<NamedHoldings> {
    const named = (time: Date): string => timeText(time, locale, timeZone);
    return this.holdings.of(userId, { those: 'ended', when }).then((held) => namedHoldings(held, named));
  }

  private secretOf(mail: DueAccountMail, kind: LinkMailKind): Promise<string> {
    return this.dataSource.transaction((manager) => this.links.create(manager, this.linkOf(mail, kind)));
  }

  private linkOf(mail: DueAccountMail, kind: LinkMailKind): NewOneTimeLink {
    const { email, userId, details, subject: schoolId } = mail;
    const [purpose] = LINKS[kind];
    if (kind !== 'invitation') return { purpose, userId, email, lifetimeMs: LINK_MINUTES * 60 * SECOND };
    return {
      ...{ purpose, email },
      details: {
        ...{ schoolId, goodUntil: this.goodUntil(mail).toISOString() },
        ...(details?.isFamily && { isFamily: 'true' }),
      },
      lifetimeMs: endOf(mail).getTime() - this.clock.now().getTime(),
    };
  }

  /** Of an invitation, from now on. */
  private goodUntil(mail: DueAccountMail): Date {
    const inDays = this.clock.now().getTime() + INVITATION_LINK_DAYS * DAY;
    return new Date(Math.min(inDays, endOf(mail).getTime()));
  }
}

/** Guesses of the second step say more than those of a password. */
const textOf = ({ kind, subject, locale }: DueAccountMail): WrittenMail =>
  kind === 'guessing' && subject === OF_CODES ? codesTried(locale) : accountMailMessages(locale)[kind];

const isLinkMail = (kind: AccountMailKind): kind is LinkMailKind => kind in LINKS;

const endOf = ({ details, createdAt }: DueAccountMail): Date => new Date(details?.until ?? createdAt);

const timeText = (time: Date, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full', timeStyle: 'long' }).format(time);

/** What people are mailed about their account: written into the database where it happens, sent by a job. */
@Injectable()
export class AccountMails implements OnModuleInit {
  private readonly logger = new Logger('Mail');

  constructor(
    private readonly mails: AccountMailsRepository,
    private readonly writer: AccountMailWriter,
    private readonly mailer: Mailer,
    private readonly jobs: BackgroundJobs,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.add({ name: 'account mail', everyMs: SECOND, round: () => this.sendDue() });
  }

  /** To whoever has this email, once a day. Never fails: the next one who is refused asks again. */
  async warnOfGuessing(email: string): Promise<void> {
    const now = this.clock.now();
    await this.mails.addGuessing(email, now, new Date(now.getTime() - DAY)).catch(this.notYet);
  }

  /** Wrong codes of the second step: whoever tries them knows the password. Once a day, and never fails. */
  async warnOfCodes(userId: string): Promise<void> {
    const now = this.clock.now();
    await this.mails.addCodeGuessing(userId, now, new Date(now.getTime() - DAY)).catch(this.notYet);
  }

  /** The next one who is refused asks again. */
  private readonly notYet = (error: unknown): void => {
    const { name, code } = error as { name?: string; code?: unknown };
    this.logger.warn({ error: name, code }, 'A mail about guesses could not be written down yet');
  };

  /** Where the person has two-step verification on: somebody got around the second step. */
  async tellOfOperator(
    session: { id: string; userId: string; expiresAt: Date },
    reason: string,
  ): Promise<void> {
    const details = { reason, until: session.expiresAt.toISOString() };
    await this.mails.addOperatorSession(session, details, this.clock.now());
  }

  /**
   * Within the caller's transaction: what has changed about the account, and what to do when it was not them.
   * @param email where it goes; without it to the first address of the account
   */
  tellOfChange(
    manager: EntityManager,
    userId: string,
    kind: AccountChange,
    email: string | null = null,
  ): Promise<void> {
    return this.mails.addChange(manager, { userId, email, kind }, this.clock.now());
  }

  /** Within the caller's transaction: a link by which they prove that an address is theirs. @param email normalised */
  sendAddressLink(manager: EntityManager, userId: string, email: string): Promise<void> {
    return this.mails.addChange(manager, { userId, email, kind: 'address_link' }, this.clock.now());
  }

  /**
   * A link to set a password, for whoever has this address: whether somebody has, the job finds out.
   * @param email normalised
   * @param locale of somebody who belongs to no school
   */
  sendPasswordLink(email: string, locale: string): Promise<void> {
    return this.mails.addPasswordLink(email, locale, this.clock.now());
  }

  /** Within the caller's transaction: who is invited is mailed once, however many do it at the same time. */
  invite(
    manager: EntityManager,
    school: { id: string; name: string; locale: string; timeZone: string },
    people: InvitedPerson[],
  ): Promise<void> {
    return this.mails.addInvitations(manager, school, people, this.clock.now());
  }

  /** @returns whether more may be due */
  async sendDue(): Promise<boolean> {
    const due = await this.mails.claim(this.clock.now(), AT_ONCE);
    await Promise.all(due.map((mail) => this.deliver(mail)));
    return due.length === AT_ONCE;
  }

  private async deliver(mail: DueAccountMail): Promise<void> {
    try {
      const written = await this.writer.write(mail);
      if (written) await this.mailer.send(written);
    } catch (error) {
      const failure = error instanceof MailFailure ? error : null;
      if (!failure?.isFinal && mail.attempts < MAX_ATTEMPTS) return;
      this.logger.warn(
        { mail: mail.id, failure: failure?.message ?? 'other' },
        'A mail about an account was given up',
      );
    }
    await this.mails.end(mail.id, this.clock.now());
  }
}
