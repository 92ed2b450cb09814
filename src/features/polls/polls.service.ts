import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotAuthorizedError, NotFoundError } from '../../platform/errors/app-error.js';
import { SerializedJson } from '../../platform/http/prepared-json.js';
import type { Replay } from '../idempotency/replay.js';
import { chosenFrom } from './poll-answers.js';
import type { PollDetail, PollReceipt } from './poll.dto.js';
import { AlreadyRespondedError, PollClosedError } from './polls.errors.js';
import { PollsRepository, type AskedPoll } from './polls.repository.js';

@Injectable()
export class PollsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly polls: PollsRepository,
    private readonly clock: Clock,
  ) {}

  async list(member: Member): Promise<SerializedJson> {
    return new SerializedJson(await this.polls.findListed(member, this.clock.now()));
  }

  /** @throws NotFoundError not opened yet or not addressed to the caller, who does not manage it either */
  async get(member: Member, pollId: string): Promise<PollDetail> {
    const poll = await this.polls.findSeen(member, pollId, this.clock.now());
    if (!poll) throw new NotFoundError();
    return poll;
  }

  /**
   * Takes the one response of a person. Of two at the same time the unique key of the table refuses one.
   * @throws NotFoundError not opened yet
   * @throws NotAuthorizedError not addressed to the caller
   * @throws PollClosedError
   * @throws AlreadyRespondedError
   * @throws InvalidAnswersError
   */
  respond(member: Member, pollId: string, answers: unknown, replay?: Replay): Promise<PollReceipt> {
    return this.dataSource.transaction(async (manager) => {
      await this.polls.lockForShare({ manager, member }, pollId);
      // Only now: however long that took, a poll that has closed meanwhile takes no more.
      const change = { manager, member, now: this.clock.now() };
      const asked = await this.polls.findAsked(change, pollId);
      if (!asked?.opened) throw new NotFoundError();
      if (!asked.addressed) throw new NotAuthorizedError();
      if (replay) return receiptOf(asked);
      if (asked.closed) throw new PollClosedError();
      if (asked.responded_at) throw new AlreadyRespondedError();
      const chosen = chosenFrom(answers, asked.choices);
      if (!(await this.polls.insertResponse(change, pollId, chosen))) throw new AlreadyRespondedError();
      return { submitted_at: change.now.toISOString() };
    });
  }
}

/** @throws NotFoundError the response is gone */
function receiptOf({ responded_at: at }: AskedPoll): PollReceipt {
  if (at === null) throw new NotFoundError();
  return { submitted_at: at };
}
