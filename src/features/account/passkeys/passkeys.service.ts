import { Injectable } from '@nestjs/common';
import { isUuid } from '../../../platform/text/uuid.js';
import {
  ConflictError,
  NotAuthorizedError,
  NotFoundError,
  ValidationFailedError,
} from '../../../platform/errors/app-error.js';
import type { Form } from '../../../platform/pages/form-page.js';
import { type HtmlPage, seeOther } from '../../../platform/pages/html-page.js';
import { normalizeText } from '../../../platform/text/normalize.js';
import type { Visit } from '../pages/account-visit.service.js';
import { AccountChanges, type OwnVisit } from '../pages/account-changes.service.js';
import { AccountVisits } from '../pages/account-visits.service.js';
import { backToForm, faultIn } from '../pages/form-fault.js';
import { AccountRepository } from '../pages/account.repository.js';
import { type OwnPasskey, PasskeysRepository } from './passkeys.repository.js';
import { passkeyPage, passkeysPage } from './passkey-pages.view.js';
import { WebAuthnAnswers } from './web-authn-answers.service.js';

/** Passkeys of one person. */
const MAX_PASSKEYS = 20;
const NAME_LENGTH = 100;

/** The pages of the person's own passkeys. */
@Injectable()
export class PasskeysService {
  constructor(
    private readonly visits: AccountVisits,
    private readonly account: AccountRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly answers: WebAuthnAnswers,
    private readonly changes: AccountChanges,
  ) {}

  show(visit: Visit, done?: string): Promise<HtmlPage> {
    return this.visits.fresh(visit, 'passkeys', async ({ session, language }) => {
      const passkeys = await this.passkeys.listPasskeys(session.userId);
      const { timeZone } = await this.account.getSettings(session.userId, passkeys);
      return passkeysPage(language, { passkeys, timeZone, isFull: passkeys.length >= MAX_PASSKEYS, done });
    });
  }

  async options(visit: Visit) {
    const { session } = await this.getFresh(visit);
    return this.answers.optionsToAdd(session);
  }

  /**
   * @throws NotAuthenticatedError
   * @throws NotAuthorizedError when they have to prove first who they are
   * @throws ValidationFailedError
   * @throws ConflictError with the one after the last, or one that is there
   */
  async add(visit: Visit, { name: given, answer }: { name: string; answer?: unknown }): Promise<void> {
    const own = await this.getFresh(visit);
    const { userId } = own.session;
    const name = nameOf(given);
    const passkey = await this.answers.verifyAdded(userId, answer);
    if (!name || !passkey) throw new ValidationFailedError();
    await this.changes.make(own, async (manager) => {
      const isFull = (await this.passkeys.countPasskeys(manager, userId)) >= MAX_PASSKEYS;
      const added = { ...passkey, userId, name, rpId: this.answers.rpId };
      if (isFull || !(await this.passkeys.addPasskey(manager, added)))
        throw new ConflictError('There are too many, or it is there already.', { reason: 'limit_reached' });
      await this.changes.notify(manager, own, 'second_step_changed');
    });
  }

  private async getFresh(visit: Visit): Promise<OwnVisit> {
    const own = await this.visits.get(visit);
    if (!this.visits.isFresh(own)) throw new NotAuthorizedError('Say first that it is you.');
    return own;
  }

  /** @throws NotFoundError */
  showOne(visit: Visit, id: string): Promise<HtmlPage> {
    return this.visits.fresh(visit, 'passkeys', async (own) =>
      passkeyPage(visit.language, await this.getOwn(own, id), faultIn(visit.flashData)),
    );
  }

  /** @throws NotFoundError */
  rename(visit: Visit, id: string, { name: given = '' }: Form): Promise<HtmlPage> {
    return this.visits.fresh(visit, 'passkeys', async (own) => {
      const passkey = await this.getOwn(own, id);
      const name = nameOf(given);
      const page = `/account/passkeys/${passkey.id}`;
      if (!name) return backToForm(page, { field: 'name', key: 'account.noName' });
      await this.changes.make(own, (manager) => this.passkeys.rename(manager, own.session.userId, id, name));
      return seeOther('/account/passkeys?done=renamed');
    });
  }

  /** @throws NotFoundError */
  remove(visit: Visit, id: string): Promise<HtmlPage> {
    return this.visits.fresh(visit, 'passkeys', async (own) => {
      await this.getOwn(own, id);
      await this.changes.make(own, async (manager) => {
        if (!(await this.passkeys.removePasskey(manager, own.session.userId, id))) return;
        await this.changes.notify(manager, own, 'second_step_changed');
      });
      return seeOther('/account/passkeys?done=removed');
    });
  }

  private async getOwn({ session }: OwnVisit, id: string): Promise<OwnPasskey> {
    const passkeys = isUuid(id) ? await this.passkeys.listPasskeys(session.userId) : [];
    const passkey = passkeys.find((one) => one.id === id.toLowerCase());
    if (!passkey) throw new NotFoundError();
    return passkey;
  }
}

function nameOf(given: string): string | null {
  const name = given.length <= 4 * NAME_LENGTH ? normalizeText(given) : null;
  return name && [...name].length <= NAME_LENGTH ? name : null;
}
