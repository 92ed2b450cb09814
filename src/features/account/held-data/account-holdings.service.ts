import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isUuid } from '../../../platform/text/uuid.js';
import { Clock } from '../../../platform/clock/clock.js';
import { type AccountHoldings, AccountHoldingsRepository } from './account-holdings.repository.js';
import { OwnAddresses } from '../addresses/own-addresses.service.js';
import { CredentialsService } from '../passwords/credentials.service.js';

export type {
  AccountHoldings,
  HeldAddress,
  HeldPasskey,
  HeldSession,
} from './account-holdings.repository.js';

/**
 * Everything by which somebody can get into an account: an intruder may have left a way back. After a password was set by a
 * mailed link, what is younger than the last sign-in from a known device is suspended until its owner confirms it.
 */
@Injectable()
export class AccountHoldingsService {
  constructor(
    private readonly holdings: AccountHoldingsRepository,
    private readonly credentials: CredentialsService,
    private readonly addresses: OwnAddresses,
    private readonly clock: Clock,
  ) {}

  /**
   * Within the transaction in which a password was set by a link.
   * @param email that the link was mailed to
   * @returns what there is, and which sessions have ended with it
   */
  async suspendYoung(manager: EntityManager, userId: string, email: string): Promise<AccountHoldings> {
    const young = await this.holdings.hasYoungAddress(manager, userId, email, this.clock.now());
    if (young) await this.addresses.recordChange(manager, userId);
    await this.holdings.suspendYoung(manager, userId, email, this.clock.now());
    return this.holdings.findHoldings(userId, { those: 'ended', when: this.clock.now() }, manager);
  }

  /** With the sessions that go on. */
  live(userId: string): Promise<AccountHoldings> {
    return this.holdings.findHoldings(userId, { those: 'live', when: this.clock.now() });
  }

  /** @param which an address, or the id of a passkey. @returns whether it was one that is suspended */
  async confirm(manager: EntityManager, userId: string, which: string): Promise<boolean> {
    if (isUuid(which)) return this.holdings.confirmPasskey(manager, userId, which);
    const isConfirmed = await this.holdings.confirmAddress(manager, userId, which, this.clock.now());
    if (isConfirmed) await this.addresses.recordChange(manager, userId);
    return isConfirmed;
  }

  /** Every session, every passkey, and every address but the first one, within the caller's transaction. */
  async endAll(manager: EntityManager, userId: string): Promise<void> {
    await this.addresses.recordChange(manager, userId);
    await this.holdings.removeAll(manager, userId);
    await this.credentials.endAll(manager, userId);
  }
}
