import { Injectable } from '@nestjs/common';
import { auditNobody } from '../../platform/audit/operation.js';
import type { Member } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotAuthorizedError, NotFoundError } from '../../platform/errors/app-error.js';
import { SerializedJson } from '../../platform/http/prepared-json.js';
import type { Replay } from '../idempotency/replay.js';
import type { PollDetail, PollReceipt } from './poll.dto.js';
import { AlreadyRespondedError, chosenFrom, PollClosedError } from './poll-answers.js';
import { PollTalliesRepository } from './poll-tallies.repository.js';
import { PollsRepository, type AskedPoll, type SeenPoll } from './polls.repository.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { record } from '../../platform/journal/recorded-changes.js';

@Injectable()
export class PollsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly polls: PollsRepository,
    private readonly tallies: PollTalliesRepository,
    private readonly clock: Clock,
  ) {}

  async list(member: Member): Promise<SerializedJson> {
    return new SerializedJson(await this.polls.findListed(member, this.clock.now()));
  }

  /** @throws NotFoundError not opened yet or not addressed to the caller, who does not manage it either */
  async get(member: Member, pollId: string): Promise<PollDetail> {
    const now = this.clock.now();
    const seen = await this.polls.findSeen(member, pollId, now);
    if (!seen?.unsettled) return pollOf(seen);
    await this.tallies.settle({ id: pollId, schoolId: member.schoolId }, seen.poll.closed);
    return pollOf(await this.polls.findSeen(member, pollId, now));
  }

  /**
   * Takes the one response of a person. Of two at the same time the unique key of the table refuses one.
   * @throws NotFoundError not opened yet
   * @throws NotAuthorizedError not addressed to the caller
   * @throws PollClosedError
   * @throws AlreadyRespondedError
   * @throws InvalidAnswersError
   */
  respond(member: Member, pollId: string, answers: unknown, sent: SentAnswers = {}): Promise<PollReceipt> {
    const { schoolId, userId } = member;
    return this.transactions.run(async (manager) => {
      if (await this.polls.lockForShare(manager, schoolId, pollId)) {
        sent.forgetBody?.();
        auditNobody();
        await this.tallies.lock(manager, schoolId, pollId);
      }
      // Only now: however long that took, a poll that has closed meanwhile takes no more.
      const change = { manager, member, now: this.clock.now() };
      const asked = await this.polls.findAsked(change, pollId);
      if (!asked?.opened) throw new NotFoundError();
      if (!asked.addressed) throw new NotAuthorizedError();
      if (sent.replay) return receiptOf(asked, sent.replay);
      if (asked.closed) throw new PollClosedError();
      if (asked.responded) throw new AlreadyRespondedError();
      const chosen = chosenFrom(answers, asked.choices);
      const isTaken = asked.anonymous
        ? await this.tallies.add(manager, { id: pollId, schoolId, userId }, chosen)
        : await this.polls.insertResponse(change, pollId, chosen);
      if (!isTaken) throw new AlreadyRespondedError();
      // Of an anonymous answer the journal says that there is one, not whose.
      const teller = asked.anonymous ? { manager, schoolId } : change;
      record(teller, { kind: 'poll.answered', id: pollId });
      return { submitted_at: change.now.toISOString() };
    });
  }
}

/** How the answers came. */
export interface SentAnswers {
  replay?: Replay | undefined;
  /** Called for an anonymous poll: nothing is kept by which its answers could be tried out. */
  forgetBody?: () => void;
}

/** @throws NotFoundError */
function pollOf(seen: SeenPoll | null): PollDetail {
  if (!seen) throw new NotFoundError();
  return seen.poll;
}

/**
 * When it was first sent: of an anonymous poll only the request itself remembers that.
 * @throws NotFoundError the response is gone
 */
function receiptOf({ responded, responded_at: at }: AskedPoll, { createdId }: Replay): PollReceipt {
  const submitted_at = at ?? createdId;
  if (!responded || submitted_at === null) throw new NotFoundError();
  return { submitted_at };
}
