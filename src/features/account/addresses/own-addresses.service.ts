import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { record } from '../../../platform/journal/recorded-changes.js';
import { MemberProfilesService } from '../../memberships/member-profiles.service.js';
import { StaffEntries } from '../../staff/staff-entries.service.js';
import { AccountRepository, type OwnAddress } from '../pages/account.repository.js';

/** Addresses of an account. The first one is shown with its person, and the staff directory finds its members by all of them. */
@Injectable()
export class OwnAddresses {
  constructor(
    private readonly account: AccountRepository,
    private readonly profiles: MemberProfilesService,
    private readonly staff: StaffEntries,
  ) {}

  /** The first one first. */
  find(userId: string, manager?: EntityManager): Promise<OwnAddress[]> {
    return manager ? this.account.addressesOf(manager, userId) : this.account.addresses(userId);
  }

  /** Somebody has it, whether or not it is proven. */
  isTaken(manager: EntityManager, email: string): Promise<boolean> {
    return this.account.isTaken(manager, email);
  }

  /** @returns false when it belongs to somebody already */
  async add(manager: EntityManager, address: { userId: string; email: string; now: Date }): Promise<boolean> {
    const isAdded = await this.account.addAddress(manager, address);
    if (isAdded) await this.recordChange(manager, address.userId);
    return isAdded;
  }

  /** Not the first one. False when it is none of theirs. */
  async remove(manager: EntityManager, userId: string, email: string): Promise<boolean> {
    const own = await this.account.addressesOf(manager, userId);
    if (!own.some((address) => address.email === email && !address.isFirst)) return false;
    await this.recordChange(manager, userId);
    return this.account.removeAddress(manager, userId, email);
  }

  /** False when it is none of theirs, or the first one already. */
  async makeFirst(manager: EntityManager, userId: string, email: string): Promise<boolean> {
    const isMade = await this.account.makeFirst(manager, userId, email);
    if (isMade) await this.recordChange(manager, userId);
    return isMade;
  }

  /** The directory finds an entry by an address only while the account has it, and it is not suspended. */
  async recordChange(manager: EntityManager, userId: string): Promise<void> {
    const memberships = await this.profiles.lockMemberships(manager, userId);
    for (const member of memberships)
      record({ manager, member }, { kind: 'me.changed', id: member.membershipId });
    const schoolIds = memberships.map(({ schoolId }) => schoolId);
    await this.staff.recordChangeOf(manager, userId, schoolIds);
  }
}
