import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import Negotiator from 'negotiator';
import { RateLimitedError } from '../errors/app-error.js';
import { ErrorFilter } from '../http/error.filter.js';
import { htmlPage } from './html-page.js';
import { formPageMessages, PAGE_LANGUAGES, type PageLanguage } from './form-page-messages.js';
import { sendPage } from './page.decorator.js';

/** The language that the browser's user prefers among ours (RFC 9110 section 12.5.4); English where there is none. */
export const languageOf = (request: Pick<Request, 'headers'>): PageLanguage =>
  (new Negotiator(request).language([...PAGE_LANGUAGES]) as PageLanguage | undefined) ?? 'en';

/** Says what went wrong on a page of its own, in the language of the browser. */
@Catch()
export class FormPageErrors implements ExceptionFilter {
  private readonly errors = new ErrorFilter();

  catch(exception: unknown, host: ArgumentsHost): void {
    const [request, response] = host.getArgs<[Request & { id?: string }, Response]>();
    if (response.headersSent) return void response.destroy();
    const error = this.errors.toAppError(exception, String(request.id));
    response.locals['refusal'] = error;
    const language = languageOf(request);
    const messages = formPageMessages(language);
    const [title, text] =
      error instanceof RateLimitedError
        ? messages.tooMany(Math.ceil(Number(error.details.headers?.['Retry-After'] ?? 60) / 60))
        : error.status >= 500
          ? messages.failed
          : messages.refused;
    response.set(error.details.headers ?? {});
    response.removeHeader('WWW-Authenticate');
    const status = error.status === 401 ? 400 : error.status;
    const lede = `<p class="lede" role="alert">${text}</p>`;
    sendPage(response, { status, html: htmlPage({ language, title, lede, main: '', isNarrow: true }) });
  }
}
