import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
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
export class PageInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<HtmlPage>): Observable<string> {
    const response = responseOf(context);
    return next.handle().pipe(map((page) => prepared(response, page)));
  }
}

export function prepared(response: Response, { html, status, location, policy }: HtmlPage): string {
  response.set(PAGE_HEADERS).set('Content-Security-Policy', pagePolicy(policy));
  if (policy) response.set('Referrer-Policy', FORM_REFERRER_POLICY);
  if (status) response.status(status);
  if (location) response.location(location);
  return html;
}
