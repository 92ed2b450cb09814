import {
  applyDecorators,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { Compressed } from '../http/compressed.js';
import { responseOf } from '../http/http-context.js';
import { FORM_REFERRER_POLICY, type HtmlPage, pagePolicy } from './html-page.js';

const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  // An address may be a credential, or say who reads what.
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

/** Sends a page as one: what an error is answered with stays JSON. */
@Injectable()
class PageInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<HtmlPage>): Observable<string> {
    const response = responseOf(context);
    return next.handle().pipe(map((page) => prepared(response, page)));
  }
}

function prepared(response: Response, { html, status, location, policy }: HtmlPage): string {
  response.set(PAGE_HEADERS).set('Content-Security-Policy', pagePolicy(policy));
  if (policy) response.set('Referrer-Policy', FORM_REFERRER_POLICY);
  if (status) response.status(status);
  if (location) response.location(location);
  return html;
}

/** For what answers without a handler. */
export const sendPage = (response: Response, page: HtmlPage): void => {
  const html = prepared(response, page);
  response.send(html);
};

/** A page for people: the handler returns its {@link HtmlPage}. */
export const Page = () => applyDecorators(UseInterceptors(PageInterceptor), Compressed());
