import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { auditActor } from '../../../platform/audit/operation.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import { type BrowserSession, BrowserSessions } from '../sessions/browser-sessions.service.js';
import { type GivenSignInCode, SignInCodes } from './sign-in-codes.service.js';

/** RFC 8176: a code that is good once. */
const AMR = ['otp'];

/** Signing in with a code by mail. */
@Injectable()
export class CodeSignIn {
  constructor(
    private readonly transactions: Transactions,
    private readonly codes: SignInCodes,
    private readonly browsers: BrowserSessions,
  ) {}

  /**
   * The second step is still owed where the person has turned it on.
   * @returns null where the code is wrong, was used, or is too old, or went to an address that the account has no more
   */
  async signIn(
    given: GivenSignInCode,
    { source, request, response }: { source: string; request: Request; response: Response },
  ): Promise<BrowserSession | null> {
    const before = await this.browsers.find(request);
    const session = await this.transactions.run(async (manager) => {
      const userId = await this.codes.take(manager, given);
      if (userId === null) return null;
      // Whoever suspends or removes the address a moment later ends this session, too.
      await this.browsers.lockSignIn(manager, userId);
      if (!(await this.codes.isOffered(manager, userId, given.email))) return null;
      auditActor(userId);
      // Its cookie is about to be overwritten.
      if (before) await this.browsers.revoke(manager, before.id);
      return this.browsers.open(manager, userId, { bothSteps: false, amr: AMR }, response);
    });
    if (session) await this.browsers.remember(session, source);
    return session;
  }
}
