import { Injectable } from '@nestjs/common';
import type { Account } from '../../access/caller.js';
import { Clock } from '../../clock/clock.js';
import { NotAuthenticatedError } from '../../errors/app-error.js';
import { JsonText } from '../../http/json-text.js';
import { meOf } from './me.js';
import type { MeCells } from './me.sql.js';
import type { MeResponse } from './session.dto.js';
import { SessionRepository } from './session.repository.js';

@Injectable()
export class SessionService {
  /** Of cells that are kept: they are the same object for as long as nothing has changed. */
  private readonly written = new WeakMap<MeCells, JsonText>();

  constructor(
    private readonly session: SessionRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws NotAuthenticatedError when the account was removed a moment ago */
  async me(account: Account): Promise<MeResponse> {
    const cells = await this.session.findMe(account.userId, this.clock.now());
    return cells ? meOf(cells) : newcomer(account);
  }

  /** @param cells read with the caller's rights; null when nobody is known here by that email */
  answer(account: Account, cells: MeCells | null): JsonText {
    if (!cells) return new JsonText(JSON.stringify(newcomer(account)));
    const answer = this.written.get(cells) ?? new JsonText(JSON.stringify(meOf(cells)));
    this.written.set(cells, answer);
    return answer;
  }
}

/** An outside provider vouches for the person, but not for the email: nothing is kept of them here. */
function newcomer({ userId, email, emailVerified }: Account): MeResponse {
  if (emailVerified) throw new NotAuthenticatedError();
  return {
    user: { id: userId, email, first_name: null, last_name: null, two_step_enabled: false },
    memberships: [],
    is_fully_deactivated: false,
  };
}
