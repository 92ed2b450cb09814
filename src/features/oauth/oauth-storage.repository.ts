import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { BrowserSessions } from '../account/sessions/browser-sessions.service.js';
import { BruteForceLimits } from '../account/attempts/brute-force-limits.js';
import { OauthRepository } from './oauth.repository.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

/** Services that the adapters work with. */
@Injectable()
export class OauthStorage {
  constructor(
    readonly transactions: Transactions,
    readonly repository: OauthRepository,
    readonly browsers: BrowserSessions,
    readonly limits: BruteForceLimits,
    readonly clock: Clock,
  ) {}
}
