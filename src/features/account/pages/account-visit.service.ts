import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { requestOf, responseOf } from '../../../platform/http/http-context.js';
import { languageOf } from '../../../platform/pages/form-page-errors.js';
import type { Language } from '../../../platform/messages/languages.js';
import { flashDataIn } from '../../../platform/pages/flash.js';
import type { FlashData } from '../../../platform/pages/html-page.js';
import { sourceOf } from '../../../platform/http/source-of.js';

/** Where a page was asked for. */
export interface Visit {
  request: Request;
  response: Response;
  language: Language;
  source: string;
  /** Why the form of this page was refused a moment ago, say. */
  flashData: FlashData;
}

export const CurrentVisit = createParamDecorator((_: unknown, context: ExecutionContext): Visit => {
  const [request, response] = [requestOf<Request>(context), responseOf(context)];
  return {
    request,
    response,
    language: languageOf(request),
    source: sourceOf(request.ip),
    flashData: flashDataIn(response),
  };
});
