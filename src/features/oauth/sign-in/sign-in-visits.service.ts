import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { InteractionResults } from 'oidc-provider';
import type { Account } from '../../../platform/auth/caller.js';
import { SETTINGS } from '../../../platform/config/settings.constants.js';
import type { Settings } from '../../../platform/config/settings.js';
import { languageOf } from '../../../platform/pages/form-page-errors.js';
import { isLanguage } from '../../../platform/messages/languages.js';
import { type HtmlPage, seeOther, type FlashData } from '../../../platform/pages/html-page.js';
import type { BrowserSession } from '../../account/sessions/browser-sessions.service.js';
import { SampleAccounts } from '../../account/sample-accounts.js';
import { AuthorizationServer } from '../authorization-server.js';
import { type Interaction, loginOf, mustSignInAgain, textOf } from '../oauth-grants.js';
import { originOf } from '../oauth-pages.js';
import { consentPage } from './consent-page.view.js';
import { passwordPage } from './password-page.view.js';
import { type SignInPage, tooOldPage } from './sign-in-page.view.js';

export const MAX_EMAIL = 254;

/** A request to one of the pages, with what an application has asked for. */
export interface Visit {
  request: Request;
  response: Response;
  page: SignInPage;
  /** Null: nobody has asked, and one goes on to the account. */
  interaction: Interaction | null;
}

/** Where a browser is that signs in: for itself, or for an application that has sent it here; and where it goes on to. */
@Injectable()
export class SignInVisits {
  constructor(
    private readonly server: AuthorizationServer,
    private readonly samples: SampleAccounts,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'mailCodes'>,
  ) {}

  async on(
    request: Request,
    response: Response,
    work: (visit: Visit) => Promise<HtmlPage>,
  ): Promise<HtmlPage> {
    const { uid } = request.params;
    const language = languageOf(request);
    const samples = await this.samples.list();
    const { mailCodes } = this.settings;
    if (uid === undefined) {
      const page = { language, path: '/sign-in', application: null, formTargets: [], samples, mailCodes };
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
      mailCodes,
      formTargets: typeof params['redirect_uri'] === 'string' ? [originOf(params['redirect_uri'])] : [],
    };
    return work({ request, response, page, interaction });
  }

  /** Both steps are done. */
  async goOn(visit: Visit, session: BrowserSession): Promise<HtmlPage> {
    const { interaction, page } = visit;
    if (!interaction) return seeOther('/account');
    if (mustSignInAgain(interaction, session)) return passwordPage(page, { email: session.email });
    if (interaction.prompt.name === 'login') return this.finish(visit, { login: loginOf(session) });
    // The answer to a form could be neither reloaded nor gone back to.
    if (visit.request.method === 'POST') return seeOther(page.path);
    const isRenewed = textOf(interaction.params['scope']).split(' ').includes('offline_access');
    return consentPage({ ...page, application: page.application ?? '' }, session, isRenewed);
  }

  async finish({ request, response }: Visit, result: InteractionResults): Promise<HtmlPage> {
    return seeOther(await this.server.finish(request, response, result));
  }
}

export const refusePassword = ({ page }: Visit, email: string): HtmlPage =>
  seeOther(page.path, { wrong: 'password', email: email.slice(0, MAX_EMAIL) });

export const leadToCode = (
  { page }: Visit,
  { challenge_id, method }: { challenge_id: string; method: string },
  more: FlashData = {},
): HtmlPage =>
  seeOther(page.path, { challenge: challenge_id.slice(0, 36), method: method.slice(0, 10), ...more });

export const accountOf = ({ userId, id, email }: BrowserSession): Account => ({
  ...{ userId, email, sessionId: id },
  emailVerified: true,
});
