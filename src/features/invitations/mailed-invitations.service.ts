import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { INVITATION_PAGE, invitationLink, invitationLinkEnd } from '../account/links/invitation-link.js';
import { OneTimeLinks } from '../account/links/one-time-links.service.js';
import { InvitationsService } from './invitations.service.js';
import type { InvitedAddress } from './registration.repository.js';

/** Where somebody accepts an invitation. */
export interface MailedInvitation {
  /** With the secret of a link that is stored nowhere else. */
  url: string;
  /** UTC: until when the link is good. */
  until: Date;
}

/** Invitations in mails that are about something else. */
@Injectable()
export class MailedInvitations {
  constructor(
    private readonly transactions: Transactions,
    private readonly invitations: InvitationsService,
    private readonly links: OneTimeLinks,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'siteUrl'>,
  ) {}

  /** Null where the address is not invited, or not any more. */
  create(invited: InvitedAddress): Promise<MailedInvitation | null> {
    return this.transactions.run(async (manager) => {
      const open = await this.invitations.findOpen(manager, invited);
      if (!open) return null;
      const invitation = { ...invited, until: open.until };
      const now = this.clock.now();
      const secret = await this.links.create(manager, invitationLink(invitation, now));
      return {
        url: `${this.settings.siteUrl}${INVITATION_PAGE}#${secret}`,
        until: invitationLinkEnd(invitation, now),
      };
    });
  }
}
