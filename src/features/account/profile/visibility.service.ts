import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Account } from '../../../platform/auth/caller.js';
import type { ProfileVisibility } from '../../../policy/privacy-mask.js';
import type { AddressVisibilityInput, ProfileVisibilityInput } from './profile.dto.js';
import { LimitReachedError } from '../../../platform/errors/app-error.js';
import {
  type OwnMembership,
  PersonRecordsService,
} from '../../directory/visibility/person-records.service.js';
import { MemberProfilesService } from '../../memberships/member-profiles.service.js';
import { Clock } from '../../../platform/clock/clock.js';
import { OwnChoicesRepository } from './own-choices.repository.js';
import { OwnRecordsService } from './own-records.service.js';

/** Changes of a person's visibility in a day, which may be for several schools and children at a time. */
const MAX_CHANGES_A_DAY = 200;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** One choice of a person for their account, their memberships and the records that schools have of them. */
@Injectable()
export class VisibilityService {
  constructor(
    private readonly own: OwnRecordsService,
    private readonly choices: OwnChoicesRepository,
    private readonly profiles: MemberProfilesService,
    private readonly records: PersonRecordsService,
    private readonly clock: Clock,
  ) {}

  /**
   * In every school, deactivated memberships included, and where a school has the person on file whom they have not joined:
   * what is hidden must be hidden everywhere. Retained for the schools that they join later.
   * @throws NotAuthorizedError when nothing is kept of the person
   */
  setProfile(
    account: Pick<Account, 'userId'>,
    { profile_visibility: visibility }: ProfileVisibilityInput,
  ): Promise<void> {
    return this.own.change(account, async (manager, memberships) => {
      if (visibility === 'full') await this.assertRoom(manager, account.userId);
      await this.choose(manager, account.userId, visibility);
      await this.records.recordContactChange(manager, account.userId, memberships);
    });
  }

  /**
   * In a school that has come with its own word on them; nothing changes anywhere else.
   * @throws NotAuthorizedError when nothing is kept of the person
   */
  hideInSchool(account: Pick<Account, 'userId'>, schoolId: string): Promise<void> {
    return this.own.change(account, async (manager, memberships) => {
      await this.profiles.hideInSchool(manager, account.userId, schoolId);
      await this.records.hideInSchool(manager, account.userId, schoolId, this.clock.now());
      await this.records.recordContactChange(
        manager,
        account.userId,
        memberships,
        (concerned) => concerned === schoolId,
      );
    });
  }

  /**
   * They prove another address: who hides their contact hides it in what is on file under that one as well, or proves none.
   * @param prove within the transaction; returns whether the address is theirs now, as this does
   * @param email the address, where the account does not have it yet
   * @throws NotAuthorizedError when nothing is kept of the person
   */
  extendToNewAddress(
    account: Pick<Account, 'userId'>,
    prove: (manager: EntityManager) => Promise<boolean>,
    email: string | null = null,
  ): Promise<boolean> {
    const extend = async (manager: EntityManager, memberships: OwnMembership[]): Promise<boolean> => {
      if (!(await prove(manager))) return false;
      if (await this.choices.hidesContact(manager, account.userId))
        await this.choose(manager, account.userId, 'name_only');
      await this.records.recordContactChange(manager, account.userId, memberships);
      return true;
    };
    return this.own.change(account, extend, email);
  }

  /**
   * Sets whether the addresses of the caller's students are visible. Of two guardians the later one decides for both
   * (contract section 0.4). The choice holds for students whom they are linked to later; without linked students there is no
   * choice.
   * @throws NotAuthorizedError when there is no record of the person
   */
  setAddress(account: Account, { address_visible: visible }: AddressVisibilityInput): Promise<void> {
    return this.own.change(account, async (manager, memberships) => {
      if (visible) await this.assertRoom(manager, account.userId);
      const students = await this.records.lockStudents(manager, account.userId);
      if (students.length === 0) return;
      await this.choices.setAddressVisibility(manager, account.userId, visible);
      await this.records.setAddressVisibility(manager, students, visible, this.clock.now());
      const concerned = new Set(students.map(({ schoolId }) => schoolId));
      this.records.recordStudentContactChanges(
        manager,
        students,
        memberships.filter(({ schoolId }) => concerned.has(schoolId)),
      );
    });
  }

  private async choose(manager: EntityManager, userId: string, visibility: ProfileVisibility): Promise<void> {
    await this.choices.setVisibility(manager, userId, visibility);
    await this.profiles.setVisibility(manager, userId, visibility);
    await this.records.setContactVisibility(manager, userId, visibility, this.clock.now());
  }

  /**
   * Refuses a change beyond the daily limit: every change is stored for a year, because the access log depends on it. To
   * hide something is always possible.
   * @throws LimitReachedError
   */
  private async assertRoom(manager: EntityManager, userId: string): Promise<void> {
    const since = new Date(this.clock.now().getTime() - DAY_MS);
    if ((await this.records.countVisibilityChanges(manager, userId, since)) >= MAX_CHANGES_A_DAY)
      throw new LimitReachedError('You have changed this very often today: try again tomorrow.');
  }
}
