import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { responseOf } from '../../platform/http/http-context.js';
import type { DavAnswer } from './dav-answer.js';

/** What clients look for before they ask for address books (RFC 6352 section 6.1; class 2 would be locks). */
const CLASSES = '1, 3, access-control, addressbook';

/** Sends what a handler says of status, headers and body. */
@Injectable()
export class DavAnswerInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<DavAnswer>): Observable<unknown> {
    const response = responseOf(context);
    return next.handle().pipe(
      map(({ status, headers, body, loggedAccess = {} }) => {
        response.status(status).set({ DAV: CLASSES, ...headers });
        return body === null ? undefined : Object.assign(Buffer.from(body), { loggedAccess });
      }),
    );
  }
}
