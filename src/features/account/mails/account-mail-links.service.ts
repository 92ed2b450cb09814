import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import type { LinkPurpose } from '../links/one-time-link.entity.js';
import { type NewOneTimeLink, OneTimeLinks } from '../links/one-time-links.service.js';
import { LINK_MINUTES, type LinkMailKind } from './account-mail-text.js';
import type { DueAccountMail, DueLinkMail } from './due-account-mail.js';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
/**
 * Days for which the link of an invitation is good; until the invitation ends, an old link gets its owner another one
 * (contract section 17).
 */
const INVITATION_LINK_DAYS = 14;

const PURPOSES: Record<LinkMailKind, LinkPurpose> = {
  invitation: 'invitation',
  password_link: 'password',
  address_link: 'address',
};

/** Links of mails about accounts, made when the mail is sent. */
@Injectable()
export class AccountMailLinks {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: OneTimeLinks,
    private readonly clock: Clock,
  ) {}

  /** @returns the secret of a link for this mail, which is stored nowhere else */
  create(mail: DueLinkMail): Promise<string> {
    return this.transactions.run((manager) => this.links.create(manager, this.linkOf(mail)));
  }

  private linkOf(mail: DueLinkMail): NewOneTimeLink {
    const { kind, email, userId, details, subject: schoolId } = mail;
    const purpose = PURPOSES[kind];
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
  goodUntil(mail: DueAccountMail): Date {
    const inDays = this.clock.now().getTime() + INVITATION_LINK_DAYS * DAY;
    return new Date(Math.min(inDays, endOf(mail).getTime()));
  }
}

const endOf = ({ details, createdAt }: DueAccountMail): Date => new Date(details?.until ?? createdAt);
