import { Injectable } from '@nestjs/common';
import { auditSchools } from '../../../platform/audit/operation.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import {
  type FoundGuardianChoice,
  type GuardianAddress,
  GuardianMailChoicesRepository,
} from './guardian-mail-choices.repository.js';

export type { FoundGuardianChoice, GuardianAddress } from './guardian-mail-choices.repository.js';

/**
 * Whether guardians on file who have no account want mails: the token in a mail is the credential (RFC 8058). It holds for the
 * address at one school.
 */
@Injectable()
export class GuardianMailChoicesService {
  constructor(
    private readonly choices: GuardianMailChoicesRepository,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Gives each address the token that stands beside it, unless it has one. */
  open(addresses: GuardianAddress[], tokens: string[]): Promise<void> {
    return this.choices.open(addresses, tokens);
  }

  find(token: string): Promise<FoundGuardianChoice | null> {
    return this.choices.find(token);
  }

  /** @returns false where there is no such token */
  choose(token: string, wantsMails: boolean): Promise<boolean> {
    return this.transactions.run(async (manager) => {
      const schoolIds = wantsMails
        ? await this.choices.resume(manager, token)
        : await this.choices.end(manager, token, this.clock.now());
      auditSchools(schoolIds);
      return schoolIds.length > 0;
    });
  }
}
