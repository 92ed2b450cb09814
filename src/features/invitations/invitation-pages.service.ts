import { Injectable } from '@nestjs/common';
import { auditSchools } from '../../platform/audit/operation.js';
import type { Form } from '../../platform/pages/form-page.js';
import type { Language } from '../../platform/messages/languages.js';
import { type HtmlPage, seeOther, type FlashData } from '../../platform/pages/html-page.js';
import { isStreamSafe } from '../../platform/text/normalize.js';
import { BruteForceLimits } from '../account/attempts/brute-force-limits.js';
import { InvitationsService } from './invitations.service.js';
import type { Visit } from '../account/pages/account-visit.service.js';
import {
  acceptedPage,
  invitationPage,
  openedInvitationPage,
  renewedInvitationPage,
  staleInvitationPage,
  voidInvitationPage,
} from './invitation-pages.view.js';
import { secretIn } from '../account/links/pasted-secret.js';
import { guessableWords } from '../account/passwords/guessable-words.js';
import { AddressProofs, VoidLinkError } from '../account/links/address-proofs.service.js';
import { InvitedAccounts, type OpenedInvitation } from './invited-accounts.service.js';
import { type FoundInvitation, InvitationLinks } from './invitation-links.service.js';

/** Another page than links lead to: one of a second invitation must not find the first one there. */
const OPENED = '/invitation/open';

/** Characters of a pasted text; a secret is shorter. */
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
  async showOpened({ flashData: { secret, refused }, language }: Visit): Promise<HtmlPage> {
    if (secret === undefined) return seeOther('/invitation');
    const found = await this.links.find(secret);
    const page = isOpen(found)
      ? openedInvitationPage(language, viewOf(found), { isWeak: refused === 'weak' })
      : refusalPage(language, found);
    // For who reloads the page: no address has the secret any more.
    return { ...page, ...('secret' in found && { flashData: { secret } }) };
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
          this.proofs.hashPassword(form['password'] ?? '', words.flatMap(guessableWords)),
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

const opened = (secret: string, more: FlashData = {}): HtmlPage =>
  seeOther(OPENED, { secret: secret.slice(0, MAX_SECRET), ...more });

const isOpen = (found: FoundInvitation): found is OpenedInvitation => found.state === 'open';

const refusalPage = (language: Language, found: FoundInvitation): HtmlPage =>
  'secret' in found ? staleInvitationPage(language, found.secret) : voidInvitationPage(language, found.state);

/** A name that `PATCH /me/contact` would take; another one is left out. */
const nameIn = (given = ''): string | null => (given.length <= 200 && isStreamSafe(given) ? given : null);

const viewOf = ({ secret, school, invited: { email }, account }: OpenedInvitation) => ({
  ...{ secret, school, email },
  hasAccount: account?.signsInByPassword ?? false,
  asksName: !school.hasName && !account?.firstName && !account?.lastName,
});
