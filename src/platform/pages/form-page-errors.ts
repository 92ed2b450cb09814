import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import Negotiator from 'negotiator';
import { RateLimitedError } from '../errors/app-error.js';
import { appErrorOf } from '../http/app-error-of.js';
import { type Language, LANGUAGES } from '../messages/languages.js';
import { messages } from '../messages/messages.js';
import { sendPage } from './page.decorator.js';
import { alertPage } from './page.view.js';

/** The language that the browser's user prefers among ours (RFC 9110 section 12.5.4); English where there is none. */
export const languageOf = (request: Pick<Request, 'headers'>): Language =>
  (new Negotiator(request).language([...LANGUAGES]) as Language | undefined) ?? 'en';

/** Says what went wrong on a page of its own, in the language of the browser. */
@Catch()
export class FormPageErrors implements ExceptionFilter {
  catch(exception: unknown, host: ArgumentsHost): void {
    const [request, response] = host.getArgs<[Request & { id?: string }, Response]>();
    if (response.headersSent) return void response.destroy();
    const error = appErrorOf(exception, String(request.id));
    response.locals['refusal'] = error;
    const language = languageOf(request);
    const { say } = messages(language);
    const minutes = Math.ceil(Number(error.details.headers?.['Retry-After'] ?? 60) / 60);
    const [title, text] =
      error instanceof RateLimitedError
        ? [say('formPages.tooMany.title'), say('formPages.tooMany.text', { minutes })]
        : error.status >= 500
          ? [say('formPages.failed.title'), say('formPages.failed.text')]
          : [say('formPages.refused.title'), say('formPages.refused.text')];
    response.set(error.details.headers ?? {});
    response.removeHeader('WWW-Authenticate');
    const status = error.status === 401 ? 400 : error.status;
    sendPage(response, { status, html: alertPage(language, title, text) });
  }
}
