import { Injectable } from '@nestjs/common';
import type { Account } from '../../access/caller.js';
import { NotAuthenticatedError } from '../../errors/app-error.js';
import type { MeResponse } from './session.dto.js';
import { SessionRepository } from './session.repository.js';

@Injectable()
export class SessionService {
  constructor(private readonly session: SessionRepository) {}

  /** @throws NotAuthenticatedError when the account was removed a moment ago */
  async me(account: Account): Promise<MeResponse> {
    const me = await this.session.findMe(account.userId);
    if (!me) throw new NotAuthenticatedError();
    const { user, memberships } = me;
    return {
      user,
      memberships,
      // A fresh account without any membership is not a deactivated one.
      is_fully_deactivated: memberships.length > 0 && memberships.every((m) => m.status === 'deactivated'),
    };
  }
}
