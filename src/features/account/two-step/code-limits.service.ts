import { Injectable } from '@nestjs/common';
import { RateLimitedError } from '../../../platform/errors/app-error.js';
import { AccountMails } from '../mails/account-mails.service.js';
import type { Attempt } from '../attempts/attempt-limits.js';
import { BruteForceLimits } from '../attempts/brute-force-limits.js';

/** Codes of the second step, each counted before it is looked at: whoever tries them knows the password. */
@Injectable()
export class CodeLimits {
  constructor(
    private readonly limits: BruteForceLimits,
    private readonly mails: AccountMails,
  ) {}

  /**
   * The owner is mailed with the first refusal, and then once a day.
   * @returns what is to be forgiven where it was no guess
   * @throws RateLimitedError
   */
  async count(userId: string, source: string): Promise<Attempt> {
    try {
      return await this.limits.countCode(userId, source);
    } catch (error) {
      if (error instanceof RateLimitedError) await this.mails.warnOfCodes(userId);
      throw error;
    }
  }

  forgive(attempt: Attempt): Promise<void> {
    return this.limits.forgive(attempt);
  }
}
