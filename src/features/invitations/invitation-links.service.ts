import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { OneTimeLinks } from '../account/links/one-time-links.service.js';
import { UsersService } from '../account/users.service.js';
import { InvitationsService } from './invitations.service.js';
import type { OpenedInvitation } from './invited-accounts.service.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

export type FoundInvitation = OpenedInvitation | { state: 'void' | 'closed' };

/** Links of invitations. A link outlives the days for which it is good, so that its owner can have another one. */
@Injectable()
export class InvitationLinks {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: OneTimeLinks,
    private readonly invitations: InvitationsService,
    private readonly users: UsersService,
    private readonly clock: Clock,
  ) {}

  /** Without using it. */
  find(secret: string): Promise<FoundInvitation> {
    return this.transactions.run(async (manager) => {
      const { email, details } = (await this.links.find(manager, 'invitation', secret)) ?? {};
      const { schoolId, goodUntil, isFamily } = details ?? {};
      if (!email || !schoolId || !goodUntil) return { state: 'void' };
      const invited = { schoolId, email, isFamily: isFamily === 'true' };
      const school = await this.invitations.findOpen(manager, invited);
      if (!school) return { state: 'closed' };
      const account = await this.users.findByAddress(manager, email);
      const state = this.clock.now() < new Date(goodUntil) ? 'open' : 'stale';
      return { state, secret, invited, school, account };
    });
  }
}
