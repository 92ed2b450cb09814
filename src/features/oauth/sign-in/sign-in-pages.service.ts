import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { NotAuthenticatedError } from '../../../platform/errors/app-error.js';
import { type Form } from '../../../platform/pages/form-page.js';
import { flashDataIn } from '../../../platform/pages/flash.js';
import { type HtmlPage, seeOther, type FlashData } from '../../../platform/pages/html-page.js';
import { type BrowserSession, BrowserSessions } from '../../account/sessions/browser-sessions.service.js';
import { InvalidCodeError, NoAuthenticatorError } from '../../account/account.errors.js';
import { sourceOf } from '../../../platform/http/source-of.js';
import { TwoStepChallengesService } from '../../account/two-step/two-step-challenges.service.js';
import { TwoStepVerificationService } from '../../account/two-step/two-step-verification.service.js';
import { AuthorizationServer } from '../authorization-server.js';
import { loginOf, mustSignInAgain, textOf } from '../oauth-grants.js';
import { mailedCodePage } from './mailed-code-page.view.js';
import {
  accountOf,
  leadToCode,
  MAX_EMAIL,
  refusePassword,
  SignInVisits,
  type Visit,
} from './sign-in-visits.service.js';
import { codePage } from './code-page.view.js';
import { passwordPage } from './password-page.view.js';

/** A password and, where the person has turned it on, a code; then, for an application that asks, the person's consent. */
@Injectable()
export class SignInPagesService {
  constructor(
    private readonly visits: SignInVisits,
    private readonly server: AuthorizationServer,
    private readonly browsers: BrowserSessions,
    private readonly challenges: TwoStepChallengesService,
    private readonly verification: TwoStepVerificationService,
  ) {}

  show(request: Request, response: Response): Promise<HtmlPage> {
    return this.visits.on(request, response, async (visit) => {
      const flashData = flashDataIn(response);
      const { wrong, email, mailed } = flashData;
      if (mailed !== undefined) return askForMailedCode(visit, { ...flashData, mailed });
      if (wrong === 'password' || wrong === 'emailFirst')
        return passwordPage(visit.page, { email, failed: wrong === 'password' ? 'wrong' : wrong });
      const session = await this.browsers.find(request);
      if (!session) return passwordPage(visit.page, { email: loginHint(visit) });
      return session.secondStepPending
        ? this.askForCode(visit, session, flashData)
        : this.visits.goOn(visit, session);
    });
  }

  withPassword(request: Request, response: Response, { email = '', password = '' }: Form): Promise<HtmlPage> {
    return this.visits.on(request, response, async (visit) => {
      if (!email || !password) return refusePassword(visit, email);
      const source = sourceOf(request.ip);
      try {
        const session = await this.browsers.signIn({ email, password }, { source, request, response });
        if (!session.secondStepPending) return await this.visits.goOn(visit, session);
        return leadToCode(visit, await this.challenges.open(accountOf(session), {}));
      } catch (error) {
        if (!(error instanceof NotAuthenticatedError)) throw error;
        return refusePassword(visit, email);
      }
    });
  }

  withCode(request: Request, response: Response, form: Form): Promise<HtmlPage> {
    return this.visits.on(request, response, async (visit) => {
      const session = await this.browsers.find(request);
      if (!session?.secondStepPending) return seeOther(visit.page.path);
      const { challenge = '', code = '', method = '' } = form;
      const given = { challenge_id: challenge, code };
      try {
        await this.verification.complete(accountOf(session), given, sourceOf(request.ip), () =>
          Promise.resolve(),
        );
      } catch (error) {
        if (!(error instanceof InvalidCodeError)) throw error;
        // Too many wrong ones have ended the session.
        if (!(await this.browsers.find(request))) return refusePassword(visit, '');
        return leadToCode(visit, { challenge_id: challenge, method }, { wrong: 'code' });
      }
      const completed = await this.browsers.findComplete(request);
      return completed ? this.visits.goOn(visit, completed) : seeOther(visit.page.path);
    });
  }

  mailCode(request: Request, response: Response): Promise<HtmlPage> {
    return this.visits.on(request, response, async (visit) => {
      const session = await this.browsers.find(request);
      if (!session?.secondStepPending) return seeOther(visit.page.path);
      // To who has another second step none is mailed, and they are asked for that.
      return leadToCode(visit, await this.challenges.open(accountOf(session), {}));
    });
  }

  consent(request: Request, response: Response, { answer, session: sessionId }: Form): Promise<HtmlPage> {
    return this.visits.on(request, response, async (visit) => {
      const { interaction, page } = visit;
      const session = await this.browsers.findComplete(request);
      if (!session || interaction?.prompt.name !== 'consent') return seeOther(page.path);
      // Somebody else has signed in in another tab meanwhile.
      if (sessionId !== session.id || mustSignInAgain(interaction, session)) return seeOther(page.path);
      if (answer !== 'allow') return this.visits.finish(visit, { error: 'access_denied' });
      const grantId = await this.server.grant(request, {
        clientId: textOf(interaction.params['client_id']),
        accountId: session.userId,
        scope: textOf(interaction.params['scope']),
      });
      return this.visits.finish(visit, { login: loginOf(session), consent: { grantId } });
    });
  }

  signOut(request: Request, response: Response): Promise<HtmlPage> {
    return this.visits.on(request, response, async ({ page }) => {
      await this.browsers.end(request, response);
      return seeOther(page.path);
    });
  }

  /** Opening the page again mails nothing by itself. */
  private async askForCode(visit: Visit, session: BrowserSession, flashData: FlashData): Promise<HtmlPage> {
    const { challenge: opened, method = '', wrong } = flashData;
    if (opened !== undefined) {
      const open = { challenge_id: opened, method: method === 'email' ? 'email' : 'totp' } as const;
      // For who reloads the page: the code that was mailed is good still.
      const repeated = { challenge: opened, method };
      return { ...this.codePage(visit, session, open, wrong === 'code'), flashData: repeated };
    }
    const challenge = await this.challenges
      .open(accountOf(session), { method: 'totp' })
      .catch((error: unknown) => {
        if (!(error instanceof NoAuthenticatorError)) throw error;
        return null;
      });
    return this.codePage(visit, session, challenge);
  }

  private codePage(
    { page }: Visit,
    { email }: BrowserSession,
    challenge: { challenge_id: string; method: 'totp' | 'email' } | null,
    failed = false,
  ): HtmlPage {
    return codePage(page, challenge && { id: challenge.challenge_id, method: challenge.method }, {
      email,
      failed,
    });
  }
}

const loginHint = ({ interaction }: Visit): string => {
  const hint = interaction?.params['login_hint'];
  return typeof hint === 'string' && hint.length <= MAX_EMAIL ? hint : '';
};

/** For who reloads the page: the code that was mailed is good still. */
function askForMailedCode(
  { page }: Visit,
  { mailed, email = '', wrong }: FlashData & { mailed: string },
): HtmlPage {
  const codePage = mailedCodePage(page, { id: mailed, email, failed: wrong === 'code' });
  return { ...codePage, flashData: { mailed, email } };
}
