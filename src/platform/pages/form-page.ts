import {
  applyDecorators,
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  Catch,
  createParamDecorator,
  type ExceptionFilter,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import express, { type Request, type Response } from 'express';
import Negotiator from 'negotiator';
import type { Observable } from 'rxjs';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import {
  NotAuthorizedError,
  PayloadTooLargeError,
  RateLimitedError,
  ValidationFailedError,
} from '../errors/app-error.js';
import { expectBody } from '../http/announced-bodies.js';
import { ErrorFilter } from '../http/error.filter.js';
import { requestOf, responseOf } from '../http/http-context.js';
import { Flash } from './flash.js';
import { htmlPage } from './html-page.js';
import { formPageMessages, PAGE_LANGUAGES, type PageLanguage } from './form-page-messages.js';
import { Page, sendPage } from './page.decorator.js';

/** What the browser's person reads of what there is (RFC 9110 section 12.5.4); English for everybody else. */
export const languageOf = (request: Pick<Request, 'headers'>): PageLanguage =>
  (new Negotiator(request).language([...PAGE_LANGUAGES]) as PageLanguage | undefined) ?? 'en';

const MAX_FORM = 32 * 1024;
const readForm = express.urlencoded({ extended: false, limit: MAX_FORM, parameterLimit: 40 });

/** What cannot be read is no failure of ours: its parser says so by a status. */
function refusalOf(error: Error & { status?: unknown; expose?: unknown }): Error {
  if (error.expose !== true) return error;
  return error.status === 413
    ? new PayloadTooLargeError()
    : new ValidationFailedError('The form cannot be read.');
}

/** The fields of a form that was sent from one of our own pages; of several with one name the last. */
@Injectable()
class FormInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = requestOf(context);
    if (!expectBody(request, MAX_FORM)) throw new PayloadTooLargeError();
    await new Promise<void>((resolve, reject) => {
      readForm(request, responseOf(context), (error?: Error) =>
        error ? reject(refusalOf(error)) : resolve(),
      );
    });
    return next.handle();
  }
}

/**
 * Refuses what another site's page sends, whatever cookies come with it: by Fetch Metadata, or by Origin where a browser
 * does not say it. A program that is no browser sends neither.
 */
@Injectable()
export class OwnPagesGuard implements CanActivate {
  private readonly origin: string;

  constructor(@Inject(SETTINGS) { siteUrl }: Settings) {
    this.origin = new URL(siteUrl).origin;
  }

  canActivate(context: ExecutionContext): boolean {
    const { headers } = requestOf<Request>(context);
    const site = headers['sec-fetch-site'];
    const isOwn =
      site === undefined ? [undefined, this.origin].includes(headers.origin) : site === 'same-origin';
    if (!isOwn) throw new NotAuthorizedError('This form was sent from another site.');
    return true;
  }
}

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

/** A page with a form, or what such a form is sent to: what is refused is told on a page, too. */
export const FormPage = () => applyDecorators(Page(), UseInterceptors(Flash), UseFilters(FormPageErrors));

/** What a form of one of our own pages is sent to. */
export const ReceivesForm = () =>
  applyDecorators(FormPage(), UseGuards(OwnPagesGuard), UseInterceptors(FormInterceptor));

/** The same for what reads its form and answers by itself. */
export const FromOwnPages = () => applyDecorators(UseFilters(FormPageErrors), UseGuards(OwnPagesGuard));

export type Form = Record<string, string>;

/** The fields of the form: texts, as they came. */
export const FormBody = createParamDecorator((_: unknown, context: ExecutionContext): Form => {
  const body = (requestOf<Request>(context).body ?? {}) as Record<string, string | string[]>;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, [value].flat().at(-1) ?? '']));
});

/** The language of the browser. */
export const PageLanguageOf = createParamDecorator((_: unknown, context: ExecutionContext): PageLanguage =>
  languageOf(requestOf<Request>(context)),
);
