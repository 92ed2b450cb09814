import { Injectable } from '@nestjs/common';
import { BrowserSessions } from '../sessions/browser-sessions.service.js';
import { CredentialsService, type Within } from '../passwords/credentials.service.js';
import { TwoStepVerificationService } from './two-step-verification.service.js';
import { AccountChanges, type OwnVisit } from '../pages/account-changes.service.js';

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
