import { Injectable } from '@nestjs/common';
import type { Form } from '../../../platform/pages/form-page.js';
import { type HtmlPage, seeOther, type FlashData } from '../../../platform/pages/html-page.js';
import { CodeLimits } from './code-limits.service.js';
import { InvalidCodeError } from '../account.errors.js';
import type { Visit } from '../pages/account-visit.service.js';
import type { OwnVisit } from '../pages/account-changes.service.js';
import { AccountVisits } from '../pages/account-visits.service.js';
import { AccountRepository } from '../pages/account.repository.js';
import { backToForm, type Fault, faultIn } from '../pages/form-fault.js';
import { enrolmentPage, recoveryCodesPage, twoStepPage } from './second-step-pages.view.js';
import { Enrolments } from './enrolments.service.js';
import { TwoStepChanges } from './two-step-changes.service.js';

const refused = (fault: Fault, typed?: FlashData): HtmlPage => backToForm('/account/two-step', fault, typed);

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
      if (secret === null) return refused({ field: 'code', key: 'account.tooLate' });
      const step = this.enrolments.stepOf(secret, code);
      if (step === null) return refused({ field: 'code', key: 'account.wrongCode' }, { sealed });
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
        return refused({ field: 'off-password', key: 'account.wrongPassword' });
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

  /**
   * Counts an attempt as signing in does: guesses of an account are counted over all its sessions. @throws RateLimitedError
   */
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
      return refused({ field, key: 'account.wrongCode' });
    }
  }

  private async page(own: OwnVisit): Promise<HtmlPage> {
    const { twoStep, codesLeft } = await this.account.getSettings(own.session.userId, []);
    const { flashData } = own;
    const fault = faultIn(flashData);
    if (!twoStep) return enrolmentPage(own.language, this.enrolments.goOn(own, flashData['sealed']), fault);
    const isProven = this.visits.isFreshByPasskey(own);
    return twoStepPage(own.language, { codesLeft, isProven, email: own.session.email }, fault);
  }
}
