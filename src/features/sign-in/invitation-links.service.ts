import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { auditSchools } from '../../platform/audit/operation.js';
import { Clock } from '../../platform/clock/clock.js';
import type { Form } from '../../platform/pages/form-page.js';
import type { PageLanguage } from '../../platform/pages/form-page-messages.js';
import { type HtmlPage, seeOther, type Told } from '../../platform/pages/html-page.js';
import { isStreamSafe } from '../../platform/text/normalize.js';
import { BrowserSessions } from '../identity/browser-sessions.service.js';
import { BruteForceLimits } from '../identity/brute-force-limits.js';
import { OneTimeLinks } from '../identity/one-time-links.service.js';
import { type AddressedAccount, UsersService } from '../identity/users.service.js';
import {
  InvitationAcceptanceService,
  type InvitedAddress,
  InvitationsService,
  type OpenInvitation,
} from '../registration/registration.service.js';
import type { Visit } from './account-visit.service.js';
import {
  acceptedPage,
  invitationPage,
  openedInvitationPage,
  renewedInvitationPage,
  staleInvitationPage,
  voidInvitationPage,
} from './invitation-pages.js';
import { AddressProofs, secretIn, VoidLinkError, wordsOf } from './mailed-links.service.js';

/** An invitation that is open, with the account of the address that it was mailed to. */
interface OpenedInvitation {
  state: 'open' | 'stale';
  secret: string;
  invited: InvitedAddress;
  school: OpenInvitation;
  account: AddressedAccount | null;
}

type FoundInvitation = OpenedInvitation | { state: 'void' | 'closed' };

/** What a link of an invitation is worth: it outlives the days for which it is good, so that its owner can have another one. */
@Injectable()
export class InvitationLinks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: OneTimeLinks,
    private readonly invitations: InvitationsService,
    private readonly users: UsersService,
    private readonly clock: Clock,
  ) {}

  /** Without using it. */
  find(secret: string): Promise<FoundInvitation> {
    return this.dataSource.transaction(async (manager) => {
      const { email, details } = (await this.links.find(manager, 'invitation', secret)) ?? {};
      const { schoolId, goodUntil, isFamily } = details ?? {};
      if (!email || !schoolId || !goodUntil) return { state: 'void' };
      const invited = { schoolId, email, isFamily: isFamily === 'true' };
      const school = await this.invitations.findOpen(manager, invited);
      if (!school) return { state: 'closed' };
      const account = await this.users.findByAddress(manager, email);
      const state = this.clock.now() < new Date(goodUntil) ? 'open' : 'stale';
      return { state, secret, invited, school, account };
    });
  }
}

interface NewAccount {
  /** Null where the account has a password, which stays. */
  passwordHash: string | null;
  firstName: string | null;
  lastName: string | null;
}

/** Accounts that belong to a school from now on, by a link that their mailbox was sent. */
@Injectable()
export class InvitedAccounts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly acceptance: InvitationAcceptanceService,
    private readonly users: UsersService,
    private readonly proofs: AddressProofs,
    private readonly browsers: BrowserSessions,
  ) {}

  /**
   * Everything or nothing: the account, its password, what the school has prepared, and the session.
   * @returns null where the account had a password: a mailbox must not be enough to come in by
   * @throws VoidLinkError
   */
  async accept(invitation: OpenedInvitation, given: NewAccount, visit: Visit) {
    const { request, response, source } = visit;
    // The cookie of who was signed in here is about to be overwritten.
    const isReplaced = given.passwordHash !== null && (await this.browsers.find(request));
    if (isReplaced) await this.browsers.end(request, response);
    const session = await this.dataSource.transaction(async (manager) => {
      const account = await this.settle(manager, invitation, given);
      return account.signsInByPassword
        ? null
        : this.browsers.open(manager, account.id, { bothSteps: false }, response);
    });
    if (session) await this.browsers.remember(session, source);
    return session;
  }

  /** Schools first, then the account, then the link: in the order of imports and erasures. */
  private async settle(
    manager: EntityManager,
    { secret, invited }: OpenedInvitation,
    { passwordHash, ...names }: NewAccount,
  ): Promise<AddressedAccount> {
    const { email } = invited;
    if (!(await this.acceptance.lockOpen(manager, invited))) throw new VoidLinkError();
    const { created: isNew } = await this.users.findOrCreate(manager, { email });
    const account = await this.users.lockByAddress(manager, email);
    if (!account) throw new VoidLinkError();
    await this.proofs.take(manager, { purpose: 'invitation', secret }, account.id);
    if (!account.signsInByPassword) {
      if (passwordHash === null) throw new VoidLinkError();
      await this.users.addNames(manager, account.id, names);
      await this.proofs.setPassword(manager, { id: account.id, email, isNew }, passwordHash);
    }
    const proven = { userId: account.id, sessionId: null, email, emailVerified: true };
    await this.acceptance.acceptAll(manager, proven);
    return account;
  }
}

/** Another page than links lead to: one of a second invitation must not find the first one there. */
const OPENED = '/invitation/open';

/** Of what somebody may have pasted; a secret is shorter. */
const MAX_SECRET = 200;

/** The pages at `/invitation`. */
@Injectable()
export class InvitationPagesService {
  constructor(
    private readonly links: InvitationLinks,
    private readonly accounts: InvitedAccounts,
    private readonly proofs: AddressProofs,
    private readonly invitations: InvitationsService,
    private readonly limits: BruteForceLimits,
  ) {}

  show({ language }: Visit): HtmlPage {
    return invitationPage(language);
  }

  open({ token }: Form): HtmlPage {
    return opened(secretIn(token));
  }

  /** Uses nothing up. */
  async showOpened({ told: { secret, refused }, language }: Visit): Promise<HtmlPage> {
    if (secret === undefined) return seeOther('/invitation');
    const found = await this.links.find(secret);
    const page = isOpen(found)
      ? openedInvitationPage(language, shown(found), { isWeak: refused === 'weak' })
      : refusalPage(language, found);
    // For who reloads the page: no address has the secret any more.
    return { ...page, ...('secret' in found && { told: { secret } }) };
  }

  async accept(form: Form, visit: Visit): Promise<HtmlPage> {
    const secret = secretIn(form['token']);
    const found = await this.links.find(secret);
    if (!isOpen(found)) return opened(secret);
    const names = { firstName: nameIn(form['first_name']), lastName: nameIn(form['last_name']) };
    const keepsPassword = found.account?.signsInByPassword ?? false;
    const words = [{ email: found.invited.email, ...names }, ...(found.account ? [found.account] : [])];
    const passwordHash = keepsPassword
      ? null
      : await this.limits.countWeak(found.invited.email, () =>
          this.proofs.hashPassword(form['password'] ?? '', words.flatMap(wordsOf)),
        );
    if (!keepsPassword && passwordHash === null) return opened(secret, { refused: 'weak' });
    try {
      const session = await this.accounts.accept(found, { passwordHash, ...names }, visit);
      if (session?.secondStepPending) return seeOther('/sign-in');
      return acceptedPage(visit.language, found.school, { isSignedIn: session !== null });
    } catch (error) {
      if (error instanceof VoidLinkError) return opened(secret);
      throw error;
    }
  }

  /** Mailed to the address that the school has invited, whoever asks for it. */
  async renew({ token }: Form, visit: Visit): Promise<HtmlPage> {
    const secret = secretIn(token);
    const found = await this.links.find(secret);
    if (!('school' in found)) return opened(secret);
    auditSchools([found.school.id]);
    const { email } = found.invited;
    if (await this.limits.countLink(email, visit.source))
      await this.invitations.send(found.school, { email });
    return renewedInvitationPage(visit.language);
  }
}

const opened = (secret: string, more: Told = {}): HtmlPage =>
  seeOther(OPENED, { secret: secret.slice(0, MAX_SECRET), ...more });

const isOpen = (found: FoundInvitation): found is OpenedInvitation => found.state === 'open';

const refusalPage = (language: PageLanguage, found: FoundInvitation): HtmlPage =>
  'secret' in found ? staleInvitationPage(language, found.secret) : voidInvitationPage(language, found.state);

/** As `PATCH /me/contact` takes one: what is none is left out. */
const nameIn = (given = ''): string | null => (given.length <= 200 && isStreamSafe(given) ? given : null);

const shown = ({ secret, school, invited: { email }, account }: OpenedInvitation) => ({
  ...{ secret, school, email },
  hasAccount: account?.signsInByPassword ?? false,
  asksName: !school.hasName && !account?.firstName && !account?.lastName,
});
