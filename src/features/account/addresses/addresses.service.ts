import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Form } from '../../../platform/pages/form-page.js';
import { seeOther, type HtmlPage } from '../../../platform/pages/html-page.js';
import { looksLikeEmail, normalizeEmail } from '../../../platform/text/normalize.js';
import { OneTimeLinks } from '../links/one-time-links.service.js';
import { VisibilityService } from '../profile/visibility.service.js';
import { type Visit } from '../pages/account-visit.service.js';
import { AccountChanges, type OwnVisit } from '../pages/account-changes.service.js';
import { AccountVisits } from '../pages/account-visits.service.js';
import { backToForm, faultIn } from '../pages/form-fault.js';
import { OwnAddresses } from './own-addresses.service.js';
import { addressesPage, addressLinkPage, signInFirstPage } from './address-pages.view.js';

/** Addresses of one person: every one is one more that a stranger may try passwords with. */
const MAX_ADDRESSES = 4;

const MAX_LENGTH = 254;

/** The addresses of an account: a further one is proven by a link that is mailed to it. */
@Injectable()
export class AddressesService {
  constructor(
    private readonly visits: AccountVisits,
    private readonly addresses: OwnAddresses,
    private readonly changes: AccountChanges,
    private readonly links: OneTimeLinks,
    private readonly visibility: VisibilityService,
  ) {}

  show(visit: Visit, done?: string): Promise<HtmlPage> {
    return this.visits.fresh(visit, 'addresses', (own) => this.page(own, done));
  }

  /**
   * An address that is somebody else's is answered as any other: nobody finds out who has an account.
   * @throws RateLimitedError
   */
  add(visit: Visit, { email: given = '' }: Form): Promise<HtmlPage> {
    return this.visits.fresh(visit, 'addresses', async (own) => {
      const email = given.length <= MAX_LENGTH ? normalizeEmail(given) : '';
      if (!looksLikeEmail(email)) return refused('account.noAddress', given);
      const addresses = await this.addresses.find(own.session.userId);
      if (addresses.some((one) => one.email === email)) return refused('account.ownAddress', given);
      if (addresses.length >= MAX_ADDRESSES) return seeOther('/account/addresses');
      await this.changes.sendAddressLink(own, email, (manager) => this.addresses.isTaken(manager, email));
      return seeOther('/account/addresses?done=mailed');
    });
  }

  private async page(own: OwnVisit, done: string | undefined): Promise<HtmlPage> {
    const addresses = await this.addresses.find(own.session.userId);
    const isFull = addresses.length >= MAX_ADDRESSES;
    const { flashData } = own;
    const fault = faultIn(flashData);
    const refusedInput = fault && { ...fault, given: flashData['given'] ?? '' };
    return addressesPage(own.language, { addresses, isFull, done }, refusedInput);
  }

  showLink(visit: Visit): Promise<HtmlPage> {
    return this.visits.ownOr(
      visit,
      () => addressLinkPage(visit.language, faultIn(visit.flashData)),
      () => signInFirstPage(visit.language),
    );
  }

  /** The link alone is not enough: it adds to the account of whoever it was made for, when they are the one who is signed in. */
  takeLink(visit: Visit, { token: given = '' }: Form): Promise<HtmlPage> {
    return this.visits.own(visit, async (own) => {
      // The whole link, where no script has taken it apart.
      const token = given.trim().slice(given.trim().lastIndexOf('#') + 1);
      if (!(await this.addByLink(own, token)))
        return backToForm('/account/address', { field: 'token', key: 'account.linkUsed' });
      return seeOther('/account?done=address');
    });
  }

  /** @returns whether the link was theirs, and the address nobody's */
  private async addByLink(own: OwnVisit, token: string): Promise<boolean> {
    const { userId } = own.session;
    const link = await this.changes.make(own, (manager) => this.links.find(manager, 'address', token));
    if (link?.userId !== userId || !link.email) return false;
    const { email } = link;
    const add = (within: EntityManager): Promise<boolean> =>
      this.changes.makeWithin(within, own, async (manager, now) => {
        const addresses = await this.addresses.find(userId, manager);
        if (addresses.length >= MAX_ADDRESSES) return false;
        if (!(await this.links.take(manager, 'address', token))) return false;
        const isAdded = await this.addresses.add(manager, { userId, email, now });
        if (isAdded) await this.changes.notify(manager, own, 'address_changed');
        return isAdded;
      });
    return this.visibility.extendToNewAddress(own.session, add, email);
  }

  remove(visit: Visit, { email = '' }: Form): Promise<HtmlPage> {
    return this.visits.fresh(visit, 'addresses', async (own) => {
      const isRemoved = await this.change(own, email, (manager) =>
        this.addresses.remove(manager, own.session.userId, email),
      );
      return seeOther(`/account/addresses${isRemoved ? '?done=removed' : ''}`);
    });
  }

  makeFirst(visit: Visit, { email = '' }: Form): Promise<HtmlPage> {
    return this.visits.fresh(visit, 'addresses', async (own) => {
      const isFirst = await this.change(own, email, (manager) =>
        this.addresses.makeFirst(manager, own.session.userId, email),
      );
      return seeOther(`/account/addresses${isFirst ? '?done=first' : ''}`);
    });
  }

  private async change(
    own: OwnVisit,
    email: string,
    work: (manager: EntityManager) => Promise<boolean>,
  ): Promise<boolean> {
    if (!looksLikeEmail(email)) return false;
    return this.changes.make(own, async (manager) => {
      const isChanged = await work(manager);
      if (isChanged) await this.changes.notify(manager, own, 'address_changed');
      return isChanged;
    });
  }
}

/** @param given the address, as it was typed */
const refused = (key: 'account.noAddress' | 'account.ownAddress', given: string): HtmlPage =>
  backToForm('/account/addresses', { field: 'email', key }, { given: given.slice(0, MAX_LENGTH) });
