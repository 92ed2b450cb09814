import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Account } from '../../../platform/auth/caller.js';
import { assertMatches } from '../../../platform/http/conditional-request.js';
import { ContactRepository } from './contact.repository.js';
import type { MyContact, MyContactInput } from './profile.dto.js';
import { OwnRecordsService, unknownPerson } from './own-records.service.js';
import { PersonRecordsService } from '../../directory/visibility/person-records.service.js';
import { MemberProfilesService } from '../../memberships/member-profiles.service.js';

@Injectable()
export class ContactService {
  constructor(
    private readonly own: OwnRecordsService,
    private readonly contacts: ContactRepository,
    private readonly profiles: MemberProfilesService,
    private readonly records: PersonRecordsService,
  ) {}

  /** @throws NotAuthorizedError when nothing is kept of the person */
  get(account: Account): Promise<MyContact> {
    return this.read(account);
  }

  /**
   * One change for all schools and students. A deactivated membership, and what hangs on it, stays as it is.
   * @throws NotAuthorizedError when nothing is kept of the person
   * @throws StaleError when `ifMatch` names another state than the present one
   */
  update(account: Account, input: MyContactInput, ifMatch?: string): Promise<MyContact> {
    return this.own.change(account, async (manager, memberships) => {
      const before = await this.read(account, manager);
      assertMatches(ifMatch, before);
      await this.records.updateContact(manager, account.userId, input);
      await this.contacts.updateAccount(manager, account.userId, input);
      await this.profiles.updateContact(manager, account.userId, input);
      const after = await this.read(account, manager);
      if (isRenamed(before, after))
        await this.records.recordPersonChange(manager, account.userId, memberships);
      else await this.records.recordContactChange(manager, account.userId, memberships);
      return after;
    });
  }

  private async read({ userId }: Account, manager?: EntityManager): Promise<MyContact> {
    const contact = await this.contacts.findContact(userId, manager);
    if (!contact) throw unknownPerson();
    return contact;
  }
}

const isRenamed = (before: MyContact, after: MyContact): boolean =>
  before.first_name !== after.first_name || before.last_name !== after.last_name;
