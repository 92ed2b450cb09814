import { Injectable } from '@nestjs/common';
import type { Account } from '../../platform/auth/caller.js';
import { NotAuthorizedError, NotFoundError } from '../../platform/errors/app-error.js';
import { GuardianLinksService } from '../directory/guardians/guardian-links.service.js';
import { MeService } from '../me/me.service.js';
import type { RegistrationInput, RegistrationResult } from './registration.dto.js';
import { InvitationAcceptanceService } from './invitation-acceptance.service.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

export type { InvitedAddress } from './registration.repository.js';

@Injectable()
export class RegistrationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly invitations: InvitationAcceptanceService,
    private readonly links: GuardianLinksService,
    private readonly me: MeService,
  ) {}

  /**
   * Turns every invitation of the caller's verified email into a membership and its guardian links. Safe to call
   * twice, also at once: an invitation is consumed once, a membership is unique on (user, school).
   * @throws NotAuthorizedError when the email is not verified
   * @throws NotFoundError when nothing matches and the account has no membership, or a record named is not the account's
   */
  async confirm(account: Account, input: RegistrationInput = {}): Promise<RegistrationResult> {
    if (!account.emailVerified) throw new NotAuthorizedError('The email address is not verified yet.');
    const created = await this.transactions.run((manager) =>
      this.invitations.acceptAll(manager, account, input.guardian_ids ?? []),
    );
    const { memberships } = await this.me.getMe(account);
    if (memberships.length === 0) throw new NotFoundError();
    const linkedStudents = await this.links.linkedStudents(account.userId);
    return { memberships, created, linked_students: linkedStudents };
  }
}
