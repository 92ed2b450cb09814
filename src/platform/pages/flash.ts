import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { DataKeys, UnopenableSecretError } from '../auth/data-keys.js';
import { Clock } from '../clock/clock.js';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { requestOf, responseOf } from '../http/http-context.js';
import type { HtmlPage, FlashData } from './html-page.js';

/** For so long the page may be asked for that shows it. */
const LIFETIME_MS = 10 * 60_000;

/**
 * A form that is refused leads back to its page, which shows once why: a page that were the answer itself could not be gone
 * back to, nor reloaded, without sending the form again. What it shows is in a cookie, sealed, for this page alone.
 */
@Injectable()
export class Flash implements NestInterceptor<HtmlPage, HtmlPage> {
  private readonly name: string;
  private readonly options: CookieOptions;

  constructor(
    @Inject(SETTINGS) { siteUrl }: Settings,
    private readonly keys: DataKeys,
    private readonly clock: Clock,
  ) {
    const isSecure = new URL(siteUrl).protocol === 'https:';
    this.name = isSecure ? '__Host-school-directory-told' : 'school-directory-told';
    this.options = { httpOnly: true, secure: isSecure, sameSite: 'lax', path: '/' };
  }

  intercept(context: ExecutionContext, next: CallHandler<HtmlPage>): Observable<HtmlPage> {
    const [request, response] = [requestOf<Request>(context), responseOf(context)];
    if (request.method === 'GET') response.locals['flashData'] = this.take(request, response);
    return next.handle().pipe(
      map((page) => {
        if (page.flashData) this.keep(response, page.location ?? request.path, page.flashData);
        return page;
      }),
    );
  }

  /** @param page its path, maybe with a query */
  keep(response: Response, page: string, data: FlashData): void {
    const until = this.clock.now().getTime() + LIFETIME_MS;
    const sealed = this.keys.seal(purposeOf(page), JSON.stringify({ data, until }));
    response.cookie(this.name, sealed, { ...this.options, maxAge: LIFETIME_MS });
  }

  /** Takes the message for the page that is requested; a second request gets nothing. */
  take({ headers, path }: Pick<Request, 'headers' | 'path'>, response: Response): FlashData {
    const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
    const sealed = pairs.find((pair) => pair.startsWith(`${this.name}=`))?.slice(this.name.length + 1);
    const data = sealed ? this.open(path, sealed) : null;
    if (data) response.clearCookie(this.name, this.options);
    return data ?? {};
  }

  /** Null when it is too old, or for another page. */
  private open(page: string, sealed: string): FlashData | null {
    try {
      const opened = this.keys.open(purposeOf(page), sealed);
      const { data, until } = JSON.parse(opened) as { data: FlashData; until: number };
      return this.clock.now().getTime() < until ? data : null;
    } catch (error) {
      if (error instanceof UnopenableSecretError) return null;
      throw error;
    }
  }
}

const purposeOf = (page: string): string => `flash ${page.split('?', 1)[0]}`;

/** Why the form of this page was refused a moment ago, say; nothing for most. */
export const flashDataIn = (response: Response): FlashData =>
  (response.locals['flashData'] as FlashData | undefined) ?? {};
