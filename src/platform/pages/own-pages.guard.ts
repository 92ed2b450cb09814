import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { NotAuthorizedError } from '../errors/app-error.js';
import { requestOf } from '../http/http-context.js';

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
