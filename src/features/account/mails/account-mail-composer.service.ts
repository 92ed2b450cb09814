import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { SETTINGS } from '../../../platform/config/settings.constants.js';
import type { Settings } from '../../../platform/config/settings.js';
import {
  type ClaimedMail,
  type ComposedMail,
  type MailComposer,
  MailComposers,
} from '../../../platform/mail/mail-composers.js';
import type { Mail } from '../../../platform/mail/mailer.js';
import { AccountHoldingsRepository } from '../held-data/account-holdings.repository.js';
import { accountMailText, type LinkMailKind } from './account-mail-text.js';
import {
  ACCOUNT_MAIL_KINDS,
  type AccountMailKind,
  OF_CODES,
  TYPED_MAIL_KINDS,
} from './account-mail-kinds.js';
import { AccountMailRecipientsRepository } from './account-mail-recipients.repository.js';
import { INVITATION_PAGE } from '../links/invitation-link.js';
import { AccountMailLinks } from './account-mail-links.service.js';
import { type DueAccountMail, dueAccountMail, type DueLinkMail } from './due-account-mail.js';
import { namedHoldings, type NamedHoldings } from '../held-data/named-holdings.js';

/** Kinds of mail that have a link, with the page that it leads to. */
const PAGES: Record<LinkMailKind, string> = {
  invitation: INVITATION_PAGE,
  password_link: '/password/set',
  address_link: '/account/address',
};

/** Writes mails about accounts when they are sent: the secret of a link is made then, and stands in no mail that waits. */
@Injectable()
export class AccountMailComposer implements MailComposer, OnModuleInit {
  readonly job = 'account mail';
  readonly kinds = ACCOUNT_MAIL_KINDS;
  readonly typedKinds = TYPED_MAIL_KINDS;
  readonly askedForKinds = TYPED_MAIL_KINDS;

  constructor(
    private readonly composers: MailComposers,
    private readonly links: AccountMailLinks,
    private readonly recipients: AccountMailRecipientsRepository,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'siteUrl'>,
    private readonly holdings: AccountHoldingsRepository,
  ) {}

  onModuleInit(): void {
    this.composers.register(this);
  }

  async compose(mails: ClaimedMail[]): Promise<Map<string, ComposedMail>> {
    const recipients = await this.recipients.findRecipients(mails);
    const composed = mails.flatMap((mail): [string, ComposedMail][] => {
      const due = dueAccountMail(mail, recipients.get(mail.id));
      return due ? [[mail.id, { userId: due.userId, write: () => this.write(due) }]] : [];
    });
    return new Map(composed);
  }

  /** Null for a link or a code that was asked for with an address that no account has. */
  private async write(mail: DueAccountMail): Promise<Mail | null> {
    const { id, kind, email, details, locale, timeZone, createdAt } = mail;
    if (kind === 'password_link' && mail.userId === null) return null;
    const made = kind === 'sign_in_code' ? await this.links.createCode(mail) : { code: '' };
    if (made === null) return null;
    const { siteUrl } = this.settings;
    const until = kind === 'invitation' ? this.links.goodUntil(mail) : details?.until;
    const { subject, text } = accountMailText(made === 'refused' ? 'codeRefused' : textOf(mail), locale, {
      code: made === 'refused' ? '' : made.code,
      ...{
        siteUrl,
        email,
        reason: details?.reason ?? '',
        school: details?.school ?? '',
        item: details?.item ?? '',
      },
      when: timeText(createdAt, locale, timeZone),
      until: until === undefined ? '' : timeText(new Date(until), locale, timeZone),
      holdings: kind === 'password_changed' && mail.userId ? await this.holdingsOf(mail.userId, mail) : null,
      link: isLinkMail(mail) ? `${siteUrl}${PAGES[mail.kind]}#${await this.links.create(mail)}` : '',
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
}

/** Guesses of the second step say more than those of a password. */
const textOf = ({ kind, subject }: DueAccountMail): AccountMailKind | 'codesTried' =>
  kind === 'guessing' && subject === OF_CODES ? 'codesTried' : kind;

const isLinkMail = (mail: DueAccountMail): mail is DueLinkMail => mail.kind in PAGES;

const timeText = (time: Date, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full', timeStyle: 'long' }).format(time);
