import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProfileVisibility } from '../../policy/privacy-mask.js';
import { type OwnMembership, PersonRecordsService } from '../directory/visibility/person-records.service.js';
import { MemberProfilesRepository } from './member-profiles.repository.js';

/** Name, phone and visibility of one person in their memberships: in all schools at once. */
@Injectable()
export class MemberProfilesService {
  constructor(
    private readonly profiles: MemberProfilesRepository,
    private readonly records: PersonRecordsService,
  ) {}

  lockMemberships(manager: EntityManager, userId: string): Promise<OwnMembership[]> {
    return this.profiles.lockMemberships(manager, userId);
  }

  /** A deactivated membership stays as it is. */
  updateContact(
    manager: EntityManager,
    userId: string,
    contact: { first_name: string; last_name: string; phone: string },
  ): Promise<void> {
    return this.profiles.updateContact(manager, userId, contact);
  }

  setVisibility(manager: EntityManager, userId: string, visibility: ProfileVisibility): Promise<void> {
    return this.profiles.setVisibility(manager, userId, visibility);
  }

  /** In one school, whatever is visible in others. */
  hideInSchool(manager: EntityManager, userId: string, schoolId: string): Promise<void> {
    return this.profiles.hideInSchool(manager, userId, schoolId);
  }

  /** Locks every member of a school: the row of a person who is about to be linked is waited for. */
  lockMembersOfSchool(manager: EntityManager, schoolId: string): Promise<void> {
    return this.profiles.lockMembersOfSchool(manager, schoolId);
  }

  /** Asks the school's default again for the contact of every member and guardian who has not chosen. */
  async applyDefaultVisibility(manager: EntityManager, schoolId: string, now: Date): Promise<void> {
    await this.profiles.applyDefault(manager, schoolId);
    await this.records.applyDefault(manager, 'contacts', schoolId, now);
  }

  /** Asks the school's default again for the address of every student whose family has not chosen. */
  applyDefaultAddress(manager: EntityManager, schoolId: string, now: Date): Promise<void> {
    return this.records.applyDefault(manager, 'addresses', schoolId, now);
  }
}
