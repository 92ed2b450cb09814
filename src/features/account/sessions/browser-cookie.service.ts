import { Inject, Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { SETTINGS } from '../../../platform/config/settings.constants.js';
import type { Settings } from '../../../platform/config/settings.js';

/** The cookie of a browser that is signed in: a secret. */
@Injectable()
export class BrowserCookie {
  private readonly name: string;
  private readonly options: CookieOptions;

  constructor(@Inject(SETTINGS) { siteUrl }: Settings) {
    const isSecure = new URL(siteUrl).protocol === 'https:';
    this.name = isSecure ? '__Host-school-directory' : 'school-directory';
    // Lax: an application sends people here from its own site (RFC 6265bis, section 5.6.7).
    this.options = { httpOnly: true, secure: isSecure, sameSite: 'lax', path: '/' };
  }

  read({ headers }: Pick<Request, 'headers'>): string | undefined {
    const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(`${this.name}=`))?.slice(this.name.length + 1);
  }

  set(response: Response, token: string): void {
    response.cookie(this.name, token, this.options);
  }

  clear(response: Response): void {
    response.clearCookie(this.name, this.options);
  }
}
