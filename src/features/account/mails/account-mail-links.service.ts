import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import type { LinkPurpose } from '../links/one-time-link.entity.js';
import { invitationLink, invitationLinkEnd } from '../links/invitation-link.js';
import { type NewOneTimeLink, OneTimeLinks } from '../links/one-time-links.service.js';
import { LINK_MINUTES, type LinkMailKind } from './account-mail-text.js';
import { SignInCodes } from '../codes/sign-in-codes.service.js';
import type { DueAccountMail, DueLinkMail } from './due-account-mail.js';

const MINUTE = 60 * 1_000;

const PURPOSES: Record<LinkMailKind, LinkPurpose> = {
  invitation: 'invitation',
  password_link: 'password',
  address_link: 'address',
};

/** Links and codes of mails about accounts, made when the mail is sent. */
@Injectable()
export class AccountMailLinks {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: OneTimeLinks,
    private readonly codes: SignInCodes,
    private readonly clock: Clock,
  ) {}

  /** @returns the secret of a link for this mail, which is stored nowhere else */
  create(mail: DueLinkMail): Promise<string> {
    return this.transactions.run((manager) => this.links.create(manager, this.linkOf(mail)));
  }

  /** @returns null where nobody is to get one; `refused` for whose second step is the mailbox */
  createCode({ subject: id, userId, email }: DueAccountMail): Promise<{ code: string } | 'refused' | null> {
    return userId === null ? Promise.resolve(null) : this.codes.create(id, userId, email);
  }

  private linkOf(mail: DueLinkMail): NewOneTimeLink {
    const { kind, email, userId, details, subject: schoolId } = mail;
    const purpose = PURPOSES[kind];
    if (kind !== 'invitation') return { purpose, userId, email, lifetimeMs: LINK_MINUTES * MINUTE };
    const isFamily = details?.isFamily ?? false;
    return invitationLink({ schoolId, email, isFamily, until: endOf(mail) }, this.clock.now());
  }

  /** End of an invitation's link that is mailed now. */
  goodUntil(mail: DueAccountMail): Date {
    return invitationLinkEnd({ until: endOf(mail) }, this.clock.now());
  }
}

const endOf = ({ details, createdAt }: DueAccountMail): Date => new Date(details?.until ?? createdAt);
