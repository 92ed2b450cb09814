import { Injectable } from '@nestjs/common';
import { DataKeys, UnopenableSecretError } from '../../platform/auth/data-keys.js';
import { Clock } from '../../platform/clock/clock.js';
import type { Form } from '../../platform/pages/form-page.js';
import { seeOther, type HtmlPage, type Told } from '../../platform/pages/html-page.js';
import { BrowserSessions } from '../identity/browser-sessions.service.js';
import { CodeLimits } from '../identity/code-limits.service.js';
import { CredentialsService, type Within } from '../identity/credentials.service.js';
import { InvalidCodeError } from '../identity/identity.errors.js';
import { matchingTotpStep, newTotpSecret, totpUri } from '../identity/secrets.js';
import { TwoStepVerificationService } from '../identity/two-step-verification.service.js';
import { AccountChanges, AccountVisits, type OwnVisit, type Visit } from './account-visit.service.js';
import { AccountRepository } from './account.repository.js';
import { faultIn, type Fault } from './account-pages.js';
import { enrolmentPage, recoveryCodesPage, twoStepPage } from './second-step-pages.js';

/** How long somebody may take to set up their app. */
const ENROLMENT_MS = 10 * 60_000;

/**
 * A secret on its way into an authenticator app. It stands nowhere until a code has shown that it has arrived: the form
 * brings it back sealed, for this session alone and for a while.
 */
@Injectable()
export class Enrolments {
  constructor(
    private readonly keys: DataKeys,
    private readonly clock: Clock,
  ) {}

  private begin(own: OwnVisit) {
    const secret = newTotpSecret();
    const until = this.clock.now().getTime() + ENROLMENT_MS;
    const sealed = this.keys.seal(purposeOf(own), JSON.stringify({ secret, until }));
    return { totpUri: totpUri(secret, own.session.email), sealed };
  }

  /** With the secret that the person has put into their app already, after a code that was wrong. */
  goOn(own: OwnVisit, sealed: string | undefined) {
    const secret = sealed === undefined ? null : this.open(own, sealed);
    if (sealed === undefined || secret === null) return this.begin(own);
    return { totpUri: totpUri(secret, own.session.email), sealed };
  }

  /** Null when it is too old, or was made for another session. */
  open(own: OwnVisit, sealed: string): string | null {
    try {
      const { secret, until } = JSON.parse(this.keys.open(purposeOf(own), sealed)) as {
        secret: string;
        until: number;
      };
      return this.clock.now().getTime() < until ? secret : null;
    } catch (error) {
      if (error instanceof UnopenableSecretError) return null;
      throw error;
    }
  }

  /** The time step of a right code. */
  stepOf(secret: string, code: string): number | null {
    return matchingTotpStep(secret, code.replace(/\s/g, ''), this.clock.now());
  }
}

const purposeOf = ({ session }: OwnVisit): string => `enrolment ${session.userId} ${session.id}`;

/** Turns the second step on and off, with everything that goes with it: other sessions end, and its person is told. */
@Injectable()
export class TwoStepChanges {
  constructor(
    private readonly credentials: CredentialsService,
    private readonly codes: TwoStepVerificationService,
    private readonly browser: BrowserSessions,
    private readonly changes: AccountChanges,
  ) {}

  /** Where it was turned on in another browser meanwhile, this session has ended with all others. */
  async turnOn(own: OwnVisit, proven: { secret: string; step: number }): Promise<string[]> {
    const { userId, email } = own.session;
    const { recoveryCodes } = await this.credentials.setUpTwoStep(userId, email, proven, this.within(own));
    return recoveryCodes;
  }

  /** @param code null: a passkey has proven it already. @throws InvalidCodeError */
  turnOff(own: OwnVisit, code: string | null): Promise<void> {
    return this.credentials.turnTwoStepOff(own.session.userId, this.within(own, code));
  }

  renewCodes(own: OwnVisit, code: string | null): Promise<string[]> {
    const { before } = this.within(own, code);
    return this.credentials.renewRecoveryCodes(own.session.userId, {
      ...{ before },
      after: (manager) => this.changes.notify(manager, own, 'second_step_changed'),
    });
  }

  /** All sessions end, and this browser's goes on as another one. */
  private within(own: OwnVisit, code: string | null = null): Required<Within> {
    const { session, response } = own;
    return {
      before: async (manager) => {
        await this.browser.lockForChange(manager, session);
        if (code !== null) await this.codes.takeCode(manager, session.id, code);
      },
      after: async (manager) => {
        await this.browser.open(manager, session.userId, { bothSteps: true, amr: session.amr }, response);
        await this.changes.notify(manager, own, 'second_step_changed');
      },
    };
  }
}

const refused = (fault: Fault & Told): HtmlPage => seeOther('/account/two-step', fault);

/** The pages of the second step. */
@Injectable()
export class TwoStepSettingsService {
  constructor(
    private readonly visits: AccountVisits,
    private readonly account: AccountRepository,
    private readonly enrolments: Enrolments,
    private readonly changes: TwoStepChanges,
    private readonly limits: CodeLimits,
  ) {}

  show(visit: Visit): Promise<HtmlPage> {
    return this.visits.fresh(visit, 'two-step', (own) => this.page(own));
  }

  turnOn(visit: Visit, { sealed = '', code = '' }: Form): Promise<HtmlPage> {
    return this.visits.fresh(visit, 'two-step', async (own) => {
      if (await this.account.hasTwoStep(own.session.userId)) return seeOther('/account/two-step');
      const secret = this.enrolments.open(own, sealed);
      if (secret === null) return refused({ field: 'code', key: 'tooLate' });
      const step = this.enrolments.stepOf(secret, code);
      if (step === null) return refused({ field: 'code', key: 'wrongCode', sealed });
      return recoveryCodesPage(visit.language, await this.changes.turnOn(own, { secret, step }), true);
    });
  }

  renewCodes(visit: Visit, { code = '' }: Form): Promise<HtmlPage> {
    return this.whileOn(visit, (own) =>
      this.counted(own, 'codes-code', code, async (given) =>
        recoveryCodesPage(visit.language, await this.changes.renewCodes(own, given), false),
      ),
    );
  }

  turnOff(visit: Visit, { password = '', code = '' }: Form): Promise<HtmlPage> {
    return this.whileOn(visit, async (own) => {
      const isProven = this.visits.isFreshByPasskey(own);
      if (!isProven && !(await this.visits.provesPassword(own, password)))
        return refused({ field: 'off-password', key: 'wrongPassword' });
      return this.counted(own, 'off-code', code, async (given) => {
        await this.changes.turnOff(own, given);
        return seeOther('/account?done=off');
      });
    });
  }

  private whileOn(visit: Visit, work: (own: OwnVisit) => Promise<HtmlPage>): Promise<HtmlPage> {
    return this.visits.fresh(visit, 'two-step', async (own) =>
      (await this.account.hasTwoStep(own.session.userId)) ? work(own) : seeOther('/account/two-step'),
    );
  }

  /** As at signing in: guesses of an account are counted over all its sessions. @throws RateLimitedError */
  private async counted(
    own: OwnVisit,
    field: string,
    code: string,
    work: (code: string | null) => Promise<HtmlPage>,
  ): Promise<HtmlPage> {
    if (this.visits.isFreshByPasskey(own)) return work(null);
    const attempt = await this.limits.count(own.session.userId, own.source);
    try {
      const page = await work(code.slice(0, 40));
      await this.limits.forgive(attempt);
      return page;
    } catch (error) {
      if (!(error instanceof InvalidCodeError)) throw error;
      return refused({ field, key: 'wrongCode' });
    }
  }

  private async page(own: OwnVisit): Promise<HtmlPage> {
    const { twoStep, codesLeft } = await this.account.getSettings(own.session.userId, []);
    const { told } = own;
    const fault = faultIn(told);
    if (!twoStep) return enrolmentPage(own.language, this.enrolments.goOn(own, told['sealed']), fault);
    const isProven = this.visits.isFreshByPasskey(own);
    return twoStepPage(own.language, { codesLeft, isProven, email: own.session.email }, fault);
  }
}
