import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditActor } from '../../../platform/audit/operation.js';
import { type AccountHoldings, AccountHoldingsService } from '../held-data/account-holdings.service.js';
import { AccountMails } from '../mails/account-mails.service.js';
import { CredentialsService } from '../passwords/credentials.service.js';
import { WeakPasswordError } from '../account.errors.js';
import { OneTimeLinks } from './one-time-links.service.js';
import { UsersService } from '../users.service.js';

/** The link was used by somebody else a moment ago, or what it is for is no longer there. */
export class VoidLinkError extends Error {}

/** Changes that the owner of an address may make after reading a mail that went there. */
@Injectable()
export class AddressProofs {
  constructor(
    private readonly links: OneTimeLinks,
    private readonly users: UsersService,
    private readonly credentials: CredentialsService,
    private readonly mails: AccountMails,
    private readonly holdings: AccountHoldingsService,
  ) {}

  /**
   * Null for a password that is too easy to guess: the link is good still.
   * @param words that are the person's own
   */
  hashPassword(password: string, words: string[]): Promise<string | null> {
    return this.credentials.hashPassword(password, words).catch((error: unknown) => {
      if (!(error instanceof WeakPasswordError)) throw error;
      return null;
    });
  }

  /**
   * Within the caller's transaction, once the account is locked: an erasure locks it first, too.
   * @throws VoidLinkError when it was used, or is too old
   */
  async take(
    manager: EntityManager,
    { purpose, secret }: { purpose: 'password' | 'invitation'; secret: string },
    userId: string,
  ): Promise<void> {
    auditActor(userId);
    if (!(await this.links.take(manager, purpose, secret))) throw new VoidLinkError();
  }

  /**
   * Within the caller's transaction. It ends every session, leaves two-step verification as it is, and suspends what may be a way
   * back for somebody else.
   * @returns what one comes into the account by
   */
  async setPassword(
    manager: EntityManager,
    { id, email, isNew = false }: { id: string; email: string; isNew?: boolean },
    passwordHash: string,
  ): Promise<AccountHoldings> {
    await this.users.proveAddress(manager, id, email);
    await this.credentials.replacePassword(manager, id, passwordHash);
    const held = await this.holdings.suspendYoung(manager, id, email);
    // An intruder who has left an address here may have made it the first one.
    for (const address of held.addresses)
      if (!isNew && !address.isSuspended)
        await this.mails.tellOfChange(manager, id, 'password_changed', address.email);
    return held;
  }
}
