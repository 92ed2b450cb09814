import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BrowserSessions } from '../account/sessions/browser-sessions.service.js';
import { type AddressedAccount, UsersService } from '../account/users.service.js';
import type { InvitedAddress, OpenInvitation } from './registration.repository.js';
import { InvitationAcceptanceService } from './invitation-acceptance.service.js';
import type { Visit } from '../account/pages/account-visit.service.js';
import { AddressProofs, VoidLinkError } from '../account/links/address-proofs.service.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

/** An invitation that is open, with the account of the address that it was mailed to. */
export interface OpenedInvitation {
  state: 'open' | 'stale';
  secret: string;
  invited: InvitedAddress;
  school: OpenInvitation;
  account: AddressedAccount | null;
}

interface NewAccount {
  /** Null where the account has a password, which stays. */
  passwordHash: string | null;
  firstName: string | null;
  lastName: string | null;
}

/** Accounts that belong to a school from now on, by a link that their mailbox was sent. */
@Injectable()
export class InvitedAccounts {
  constructor(
    private readonly transactions: Transactions,
    private readonly acceptance: InvitationAcceptanceService,
    private readonly users: UsersService,
    private readonly proofs: AddressProofs,
    private readonly browsers: BrowserSessions,
  ) {}

  /**
   * Everything or nothing: the account, its password, what the school has prepared, and the session.
   * @returns null where the account had a password: a mailbox must not be enough to come in by
   * @throws VoidLinkError
   */
  async accept(invitation: OpenedInvitation, given: NewAccount, visit: Visit) {
    const { request, response, source } = visit;
    // The cookie of who was signed in here is about to be overwritten.
    const isReplaced = given.passwordHash !== null && (await this.browsers.find(request));
    if (isReplaced) await this.browsers.end(request, response);
    const session = await this.transactions.run(async (manager) => {
      const account = await this.settle(manager, invitation, given);
      return account.signsInByPassword
        ? null
        : this.browsers.open(manager, account.id, { bothSteps: false }, response);
    });
    if (session) await this.browsers.remember(session, source);
    return session;
  }

  /** Schools first, then the account, then the link: in the order of imports and erasures. */
  private async settle(
    manager: EntityManager,
    { secret, invited }: OpenedInvitation,
    { passwordHash, ...names }: NewAccount,
  ): Promise<AddressedAccount> {
    const { email } = invited;
    if (!(await this.acceptance.lockOpen(manager, invited))) throw new VoidLinkError();
    const { created: isNew } = await this.users.findOrCreate(manager, { email });
    const account = await this.users.lockByAddress(manager, email);
    if (!account) throw new VoidLinkError();
    await this.proofs.take(manager, { purpose: 'invitation', secret }, account.id);
    if (!account.signsInByPassword) {
      if (passwordHash === null) throw new VoidLinkError();
      await this.users.addNames(manager, account.id, names);
      await this.proofs.setPassword(manager, { id: account.id, email, isNew }, passwordHash);
    }
    const proven = { userId: account.id, sessionId: null, email, emailVerified: true };
    await this.acceptance.acceptAll(manager, proven);
    return account;
  }
}
