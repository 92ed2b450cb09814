import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import type { Request } from 'express';
import { requestOf } from '../http/http-context.js';
import { Flash } from './flash.js';
import type { Language } from '../messages/languages.js';
import { Page } from './page.decorator.js';
import { FormInterceptor } from './form.interceptor.js';
import { OwnPagesGuard } from './own-pages.guard.js';
import { FormPageErrors, languageOf } from './form-page-errors.js';

/** A page with a form, or what such a form is sent to: what is refused is told on a page, too. */
export const FormPage = () => applyDecorators(Page(), UseInterceptors(Flash), UseFilters(FormPageErrors));

/** Decorates the target of a form on one of our own pages. */
export const ReceivesForm = () =>
  applyDecorators(FormPage(), UseGuards(OwnPagesGuard), UseInterceptors(FormInterceptor));

/** Decorates a handler that reads its form and answers by itself. */
export const FromOwnPages = () => applyDecorators(UseFilters(FormPageErrors), UseGuards(OwnPagesGuard));

export type Form = Record<string, string>;

/** The fields of the form: texts, as they came. */
export const FormBody = createParamDecorator((_: unknown, context: ExecutionContext): Form => {
  const body = (requestOf<Request>(context).body ?? {}) as Record<string, string | string[]>;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, [value].flat().at(-1) ?? '']));
});

/** The language of the browser. */
export const PageLanguageOf = createParamDecorator((_: unknown, context: ExecutionContext): Language =>
  languageOf(requestOf<Request>(context)),
);
