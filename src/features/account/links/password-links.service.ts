import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Form } from '../../../platform/pages/form-page.js';
import { type HtmlPage, seeOther, type FlashData } from '../../../platform/pages/html-page.js';
import type { AccountHoldings } from '../held-data/account-holdings.service.js';
import { BruteForceLimits } from '../attempts/brute-force-limits.js';
import { OneTimeLinks } from './one-time-links.service.js';
import { type AddressedAccount, UsersService } from '../users.service.js';
import { guessableWords } from '../passwords/guessable-words.js';
import type { Visit } from '../pages/account-visit.service.js';
import { secretIn } from './pasted-secret.js';
import { passwordSetPage, setPasswordPage, voidPasswordLinkPage } from './password-link-pages.view.js';
import { AddressProofs, VoidLinkError } from './address-proofs.service.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

const AGAIN = '/password/set/again';

/** `/password/set`: what the link of a mail leads to. */
@Injectable()
export class PasswordLinks {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: OneTimeLinks,
    private readonly users: UsersService,
    private readonly proofs: AddressProofs,
    private readonly limits: BruteForceLimits,
  ) {}

  show({ language }: Visit): HtmlPage {
    return setPasswordPage(language);
  }

  /** Another page than links lead to: a second one must not find the secret of the first there. */
  showAgain({ flashData: { secret, email, refused }, language }: Visit): HtmlPage {
    if (refused === 'void') return voidPasswordLinkPage(language);
    if (secret === undefined || email === undefined) return seeOther('/password/set');
    // For who reloads the page: no address has the secret any more.
    return {
      ...setPasswordPage(language, { secret, email, isWeak: refused === 'weak' }),
      flashData: { secret, email },
    };
  }

  async set({ token, password = '' }: Form, { language }: Visit): Promise<HtmlPage> {
    const secret = secretIn(token);
    const found = await this.transactions.run((manager) => this.find(manager, secret));
    const refuse = (flashData: FlashData) => seeOther(AGAIN, flashData);
    if (!found) return refuse({ refused: 'void' });
    const passwordHash = await this.limits.countWeak(found.account.id, () =>
      this.proofs.hashPassword(password, guessableWords(found.account)),
    );
    if (passwordHash === null) return refuse({ secret, email: found.email, refused: 'weak' });
    try {
      const held = await this.transactions.run((manager) =>
        this.use(manager, found, { secret, passwordHash }),
      );
      return passwordSetPage(language, held);
    } catch (error) {
      if (error instanceof VoidLinkError) return refuse({ refused: 'void' });
      throw error;
    }
  }

  /** Null, too, where the account has the address no more. */
  private async find(manager: EntityManager, secret: string): Promise<FoundAccount | null> {
    const { email, userId } = (await this.links.find(manager, 'password', secret)) ?? {};
    const account = email ? await this.users.findByAddress(manager, email) : null;
    return email && account && account.id === userId ? { email, account } : null;
  }

  private async use(
    manager: EntityManager,
    { email, account: { id } }: FoundAccount,
    { secret, passwordHash }: { secret: string; passwordHash: string },
  ): Promise<AccountHoldings> {
    const locked = await this.users.lockByAddress(manager, email);
    if (locked?.id !== id) throw new VoidLinkError();
    await this.proofs.take(manager, { purpose: 'password', secret }, id);
    return this.proofs.setPassword(manager, { id, email }, passwordHash);
  }
}

interface FoundAccount {
  /** Address that the link was mailed to. */
  email: string;
  account: AddressedAccount;
}
