import { Injectable } from '@nestjs/common';
import type { Account } from '../../access/caller.js';
import { Clock } from '../../clock/clock.js';
import { NotAuthenticatedError } from '../../errors/app-error.js';
import type { MeResponse } from './session.dto.js';
import { SessionRepository, type MeRow } from './session.repository.js';

@Injectable()
export class SessionService {
  constructor(
    private readonly session: SessionRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws NotAuthenticatedError when the account was removed a moment ago */
  async me(account: Account): Promise<MeResponse> {
    const { user, memberships } =
      (await this.session.findMe(account.userId, this.clock.now())) ?? newcomer(account);
    return {
      user,
      memberships,
      // A fresh account without any membership is not a deactivated one.
      is_fully_deactivated: memberships.length > 0 && memberships.every((m) => m.status === 'deactivated'),
    };
  }
}

/** An outside provider vouches for the person, but not for the email: nothing is kept of them here. */
function newcomer({ userId, email, emailVerified }: Account): MeRow {
  if (emailVerified) throw new NotAuthenticatedError();
  return {
    user: { id: userId, email, first_name: null, last_name: null, two_step_enabled: false },
    memberships: [],
  };
}
