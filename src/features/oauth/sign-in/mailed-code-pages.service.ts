import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Form } from '../../../platform/pages/form-page.js';
import { type FlashData, type HtmlPage, seeOther } from '../../../platform/pages/html-page.js';
import { looksLikeEmail, normalizeEmail } from '../../../platform/text/normalize.js';
import { sourceOf } from '../../../platform/http/source-of.js';
import { CodeSignIn } from '../../account/codes/code-sign-in.service.js';
import { SignInCodes } from '../../account/codes/sign-in-codes.service.js';
import { MAX_EMAIL, SignInVisits, type Visit } from './sign-in-visits.service.js';

const MAX_ID = 36;

/** A code by mail in the place of a password (contract section 27, rule 1). Whoever owes a second step is asked for that afterwards. */
@Injectable()
export class MailedCodePages {
  constructor(
    private readonly visits: SignInVisits,
    private readonly codes: SignInCodes,
    private readonly codeSignIn: CodeSignIn,
  ) {}

  /** The answer is equal for every address. */
  request(request: Request, response: Response, { email = '' }: Form): Promise<HtmlPage> {
    return this.visits.on(request, response, async (visit) => {
      if (!visit.page.mailCodes) return seeOther(visit.page.path);
      const typed = email.slice(0, MAX_EMAIL);
      if (!looksLikeEmail(normalizeEmail(email)))
        return seeOther(visit.page.path, { wrong: 'emailFirst', email: typed });
      const mailed = await this.codes.request(email, visit.page.language, sourceOf(request.ip));
      return leadToMailedCode(visit, { mailed, email: typed });
    });
  }

  signIn(request: Request, response: Response, form: Form): Promise<HtmlPage> {
    return this.visits.on(request, response, async (visit) => {
      const { request: id = '', code = '' } = form;
      const email = (form['email'] ?? '').slice(0, MAX_EMAIL);
      if (!visit.page.mailCodes) return seeOther(visit.page.path);
      const source = sourceOf(request.ip);
      const session = await this.codeSignIn.signIn({ id, code, email }, { source, request, response });
      if (!session)
        return leadToMailedCode(visit, {
          mailed: id.slice(0, MAX_ID),
          email,
          wrong: 'code',
        });
      const next = session.secondStepPending
        ? seeOther(visit.page.path)
        : await this.visits.goOn(visit, session);
      // The code is asked for no more, if the page is reloaded or not.
      return { ...next, flashData: {} };
    });
  }
}

const leadToMailedCode = ({ page }: Visit, flashData: FlashData): HtmlPage => seeOther(page.path, flashData);
