import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Account } from '../../platform/auth/caller.js';
import { assertMatches } from '../../platform/http/conditional-request.js';
import { ContactRepository } from './contact.repository.js';
import type { MyContact, MyContactInput } from './profile.dto.js';
import { OwnRecordsService, unknownPerson } from './own-records.service.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

@Injectable()
export class ContactService {
  constructor(
    private readonly transactions: Transactions,
    private readonly contacts: ContactRepository,
    private readonly own: OwnRecordsService,
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
    return this.transactions.run(async (manager) => {
      await this.own.lock(manager, account);
      assertMatches(ifMatch, await this.read(account, manager));
      await this.contacts.updateContact(manager, account.userId, input);
      return this.read(account, manager);
    });
  }

  private async read({ userId }: Account, manager?: EntityManager): Promise<MyContact> {
    const contact = await this.contacts.findContact(userId, manager);
    if (!contact) throw unknownPerson();
    return contact;
  }
}
