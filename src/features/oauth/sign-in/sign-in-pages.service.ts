import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { InteractionResults } from 'oidc-provider';
import type { Account } from '../../../platform/auth/caller.js';
import { NotAuthenticatedError } from '../../../platform/errors/app-error.js';
import { type Form } from '../../../platform/pages/form-page.js';
import { languageOf } from '../../../platform/pages/form-page-errors.js';
import { isLanguage } from '../../../platform/messages/languages.js';
import { flashDataIn } from '../../../platform/pages/flash.js';
import { type HtmlPage, seeOther, type FlashData } from '../../../platform/pages/html-page.js';
import { type BrowserSession, BrowserSessions } from '../../account/sessions/browser-sessions.service.js';
import { InvalidCodeError, NoAuthenticatorError } from '../../account/account.errors.js';
import { SampleAccounts } from '../../account/sample-accounts.js';
import { sourceOf } from '../../../platform/http/source-of.js';
import { TwoStepChallengesService } from '../../account/two-step/two-step-challenges.service.js';
import { TwoStepVerificationService } from '../../account/two-step/two-step-verification.service.js';
import { AuthorizationServer } from '../authorization-server.js';
import { type Interaction, loginOf, mustSignInAgain, textOf } from '../oauth-grants.js';
import { originOf } from '../oauth-pages.js';
import { codePage } from './code-page.view.js';
import { consentPage } from './consent-page.view.js';
import { passwordPage } from './password-page.view.js';
import { type SignInPage, tooOldPage } from './sign-in-page.view.js';

const MAX_EMAIL = 254;

/** A request to one of the pages, with what an application has asked for. */
interface Visit {
  request: Request;
  response: Response;
  page: SignInPage;
  /** Null: nobody has asked, and one goes on to the account. */
  interaction: Interaction | null;
}

/** A password and, where the person has turned it on, a code; then, for an application that asks, the person's consent. */
@Injectable()
export class SignInPagesService {
  constructor(
    private readonly server: AuthorizationServer,
    private readonly browsers: BrowserSessions,
    private readonly challenges: TwoStepChallengesService,
    private readonly verification: TwoStepVerificationService,
    private readonly samples: SampleAccounts,
  ) {}

  show(request: Request, response: Response): Promise<HtmlPage> {
    return this.on(request, response, async (visit) => {
      const flashData = flashDataIn(response);
      if (flashData['wrong'] === 'password')
        return passwordPage(visit.page, { email: flashData['email'], failed: true });
      const session = await this.browsers.find(request);
      if (!session) return passwordPage(visit.page, { email: loginHint(visit) });
      return session.secondStepPending
        ? this.askForCode(visit, session, flashData)
        : this.goOn(visit, session);
    });
  }

  withPassword(request: Request, response: Response, { email = '', password = '' }: Form): Promise<HtmlPage> {
    return this.on(request, response, async (visit) => {
      if (!email || !password) return refusePassword(visit, email);
      const source = sourceOf(request.ip);
      try {
        const session = await this.browsers.signIn({ email, password }, { source, request, response });
        if (!session.secondStepPending) return await this.goOn(visit, session);
        return leadToCode(visit, await this.challenges.open(accountOf(session), {}));
      } catch (error) {
        if (!(error instanceof NotAuthenticatedError)) throw error;
        return refusePassword(visit, email);
      }
    });
  }

  withCode(request: Request, response: Response, form: Form): Promise<HtmlPage> {
    return this.on(request, response, async (visit) => {
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
      return completed ? this.goOn(visit, completed) : seeOther(visit.page.path);
    });
  }

  mailCode(request: Request, response: Response): Promise<HtmlPage> {
    return this.on(request, response, async (visit) => {
      const session = await this.browsers.find(request);
      if (!session?.secondStepPending) return seeOther(visit.page.path);
      // To who has another second step none is mailed, and they are asked for that.
      return leadToCode(visit, await this.challenges.open(accountOf(session), {}));
    });
  }

  consent(request: Request, response: Response, { answer, session: sessionId }: Form): Promise<HtmlPage> {
    return this.on(request, response, async (visit) => {
      const { interaction, page } = visit;
      const session = await this.browsers.findComplete(request);
      if (!session || interaction?.prompt.name !== 'consent') return seeOther(page.path);
      // Somebody else has signed in in another tab meanwhile.
      if (sessionId !== session.id || mustSignInAgain(interaction, session)) return seeOther(page.path);
      if (answer !== 'allow') return this.finish(visit, { error: 'access_denied' });
      const grantId = await this.server.grant(request, {
        clientId: textOf(interaction.params['client_id']),
        accountId: session.userId,
        scope: textOf(interaction.params['scope']),
      });
      return this.finish(visit, { login: loginOf(session), consent: { grantId } });
    });
  }

  signOut(request: Request, response: Response): Promise<HtmlPage> {
    return this.on(request, response, async ({ page }) => {
      await this.browsers.end(request, response);
      return seeOther(page.path);
    });
  }

  private async on(
    request: Request,
    response: Response,
    work: (visit: Visit) => Promise<HtmlPage>,
  ): Promise<HtmlPage> {
    const { uid } = request.params;
    const language = languageOf(request);
    const samples = await this.samples.list();
    if (uid === undefined) {
      const page = { language, path: '/sign-in', application: null, formTargets: [], samples };
      return work({ request, response, page, interaction: null });
    }
    const interaction = await this.server.interaction(request, response);
    if (!interaction || interaction.uid !== uid) return tooOldPage(language);
    const { params } = interaction;
    const client = await this.server.clientOf(request, textOf(params['client_id']));
    if (!client) return tooOldPage(language);
    // In the order that the application prefers (OpenID Connect Core, section 3.1.2.1).
    const languages = textOf(params['ui_locales'])
      .split(' ')
      .map((tag) => tag.split('-')[0]!);
    const page: SignInPage = {
      language: languages.find(isLanguage) ?? language,
      path: `/sign-in/${interaction.uid}`,
      application: client.clientName ?? client.clientId,
      samples,
      formTargets: typeof params['redirect_uri'] === 'string' ? [originOf(params['redirect_uri'])] : [],
    };
    return work({ request, response, page, interaction });
  }

  /** Both steps are done. */
  private async goOn(visit: Visit, session: BrowserSession): Promise<HtmlPage> {
    const { interaction, page } = visit;
    if (!interaction) return seeOther('/account');
    if (mustSignInAgain(interaction, session)) return passwordPage(page, { email: session.email });
    if (interaction.prompt.name === 'login') return this.finish(visit, { login: loginOf(session) });
    // The answer to a form could be neither reloaded nor gone back to.
    if (visit.request.method === 'POST') return seeOther(page.path);
    const isRenewed = textOf(interaction.params['scope']).split(' ').includes('offline_access');
    return consentPage({ ...page, application: page.application ?? '' }, session, isRenewed);
  }

  private async finish({ request, response }: Visit, result: InteractionResults): Promise<HtmlPage> {
    return seeOther(await this.server.finish(request, response, result));
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

const refusePassword = ({ page }: Visit, email: string): HtmlPage =>
  seeOther(page.path, { wrong: 'password', email: email.slice(0, MAX_EMAIL) });

const leadToCode = (
  { page }: Visit,
  { challenge_id, method }: { challenge_id: string; method: string },
  more: FlashData = {},
): HtmlPage =>
  seeOther(page.path, { challenge: challenge_id.slice(0, 36), method: method.slice(0, 10), ...more });

const accountOf = ({ userId, id, email }: BrowserSession): Account => ({
  ...{ userId, email, sessionId: id },
  emailVerified: true,
});

const loginHint = ({ interaction }: Visit): string => {
  const hint = interaction?.params['login_hint'];
  return typeof hint === 'string' && hint.length <= MAX_EMAIL ? hint : '';
};
