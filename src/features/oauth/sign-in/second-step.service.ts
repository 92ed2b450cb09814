import { Injectable } from '@nestjs/common';
import type { Account } from '../../../platform/auth/caller.js';
import type { TokenPair, VerifyRequest } from '../tokens/auth.dto.js';
import { TokenPairsService } from '../tokens/token-pairs.service.js';
import { TwoStepVerificationService } from '../../account/two-step/two-step-verification.service.js';

/** The second step of an application's session, which ends in tokens. */
@Injectable()
export class SecondStepService {
  constructor(
    private readonly verification: TwoStepVerificationService,
    private readonly pairs: TokenPairsService,
  ) {}

  /**
   * @throws InvalidCodeError; the fifth in a session ends it
   * @throws RateLimitedError after too many wrong codes over all sessions of the account
   */
  verify(account: Account, request: VerifyRequest, source: string): Promise<TokenPair> {
    return this.verification.complete(account, request, source, (manager, session) =>
      this.pairs.issue(manager, { ...session, mfaRequired: false }),
    );
  }
}
