import { hash, timingSafeEqual } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { requestOf } from '../../platform/http/http-context.js';

/** Beside it stands the token of a person whom the router asks about. */
const HEADER = 'x-cell-token';

/** Lets in the router alone, by CELL_TOKEN; for everybody else there is nothing here. */
@Injectable()
export class CellTokenGuard implements CanActivate {
  private readonly expected: Buffer | null;

  constructor(@Inject(SETTINGS) { cellToken }: Pick<Settings, 'cellToken'>) {
    this.expected = cellToken === null ? null : digestOf(cellToken);
  }

  /** @throws NotFoundError */
  canActivate(context: ExecutionContext): boolean {
    const given = requestOf(context).headers[HEADER];
    if (typeof given !== 'string' || !this.expected) throw new NotFoundError();
    if (!timingSafeEqual(digestOf(given), this.expected)) throw new NotFoundError();
    return true;
  }
}

const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer');
