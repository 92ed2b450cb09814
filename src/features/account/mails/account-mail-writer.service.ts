import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { SETTINGS } from '../../../platform/config/settings.constants.js';
import type { Settings } from '../../../platform/config/settings.js';
import type { Mail } from '../../../platform/mail/mailer.js';
import { AccountHoldingsRepository } from '../held-data/account-holdings.repository.js';
import { accountMailText, LINK_MINUTES, type LinkMailKind } from './account-mail-text.js';
import { type DueAccountMail, OF_CODES } from './account-mails.repository.js';
import type { LinkPurpose } from '../links/one-time-link.entity.js';
import { namedHoldings, type NamedHoldings } from '../held-data/named-holdings.js';
import { type NewOneTimeLink, OneTimeLinks } from '../links/one-time-links.service.js';
import type { AccountMailKind } from './account-mail.entity.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
/**
 * Days for which the link of an invitation is good; until the invitation ends, an old link gets its owner another one
 * (contract section 17).
 */
const INVITATION_LINK_DAYS = 14;

/** Purpose of the link in a mail, and the page that it leads to. */
const LINKS: Record<LinkMailKind, [purpose: LinkPurpose, path: string]> = {
  invitation: ['invitation', '/invitation'],
  password_link: ['password', '/password/set'],
  address_link: ['address', '/account/address'],
};

/** Writes mails about accounts when they are sent: the secret of a link is made then, and stands in no mail that waits. */
@Injectable()
export class AccountMailWriter {
  constructor(
    private readonly transactions: Transactions,
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
    const { subject, text } = accountMailText(textOf(mail), locale, {
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
    return this.holdings
      .findHoldings(userId, { those: 'ended', when })
      .then((held) => namedHoldings(held, named));
  }

  private secretOf(mail: DueAccountMail, kind: LinkMailKind): Promise<string> {
    return this.transactions.run((manager) => this.links.create(manager, this.linkOf(mail, kind)));
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

  /** End of an invitation's link that is mailed now. */
  private goodUntil(mail: DueAccountMail): Date {
    const inDays = this.clock.now().getTime() + INVITATION_LINK_DAYS * DAY;
    return new Date(Math.min(inDays, endOf(mail).getTime()));
  }
}

/** Guesses of the second step say more than those of a password. */
const textOf = ({ kind, subject }: DueAccountMail): AccountMailKind | 'codesTried' =>
  kind === 'guessing' && subject === OF_CODES ? 'codesTried' : kind;

const isLinkMail = (kind: AccountMailKind): kind is LinkMailKind => kind in LINKS;

const endOf = ({ details, createdAt }: DueAccountMail): Date => new Date(details?.until ?? createdAt);

const timeText = (time: Date, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full', timeStyle: 'long' }).format(time);
