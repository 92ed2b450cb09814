import {
  applyDecorators,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { Compressed } from '../http/compressed.js';
import { responseOf } from '../http/http-context.js';
import type { HtmlPage } from './html-page.js';
import { PAGE_POLICY } from './page-style.js';

const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': PAGE_POLICY,
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
    return next.handle().pipe(
      map(({ html, status, location }) => {
        response.set(PAGE_HEADERS);
        if (status) response.status(status);
        if (location) response.location(location);
        return html;
      }),
    );
  }
}

/** A page for people: the handler returns its {@link HtmlPage}. */
export const Page = () => applyDecorators(UseInterceptors(PageInterceptor), Compressed());
