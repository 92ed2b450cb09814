import { Injectable } from '@nestjs/common';
import { auditNobody } from '../../platform/audit/operation.js';
import type { Member } from '../../platform/auth/caller.js';
import { findMemberAgain } from '../../platform/auth/member-lock.repository.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotAuthorizedError, NotFoundError } from '../../platform/errors/app-error.js';
import { SerializedJson } from '../../platform/http/prepared-json.js';
import type { Replay } from '../idempotency/replay.js';
import type { PollDetail, PollReceipt } from './poll.dto.js';
import { chosenFrom } from './poll-answers.js';
import { PollTalliesService } from './poll-tallies.service.js';
import { PollAlreadyAnsweredError, PollClosedError } from './poll.errors.js';
import { PollsRepository, type RespondablePoll, type VisiblePoll } from './polls.repository.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { record } from '../../platform/journal/recorded-changes.js';

@Injectable()
export class PollsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly polls: PollsRepository,
    private readonly tallies: PollTalliesService,
    private readonly clock: Clock,
  ) {}

  async list(member: Member): Promise<SerializedJson> {
    return new SerializedJson(await this.polls.findListed(member, this.clock.now()));
  }

  /** @throws NotFoundError not opened yet, or not addressed to the caller */
  async get(member: Member, pollId: string): Promise<PollDetail> {
    const now = this.clock.now();
    const found = await this.polls.findVisiblePoll(member, pollId, now);
    if (!found?.hasPending) return pollOf(found);
    await this.tallies.countPending({ id: pollId, schoolId: member.schoolId }, found.poll.closed);
    return pollOf(await this.polls.findVisiblePoll(member, pollId, now));
  }

  /**
   * Takes the one response of a person. Of two at the same time the unique key of the table refuses one.
   * @throws NotFoundError not opened yet, or the caller is no active member any more
   * @throws NotAuthorizedError not addressed to the caller
   * @throws PollClosedError
   * @throws PollAlreadyAnsweredError
   * @throws InvalidPollAnswersError
   */
  respond(member: Member, pollId: string, answers: unknown, sent: SentAnswers = {}): Promise<PollReceipt> {
    const { schoolId, userId } = member;
    return this.transactions.run(async (manager) => {
      const poll = await this.polls.lockPoll(manager, schoolId, pollId);
      if (poll?.anonymous) {
        sent.omitBodyDigest?.();
        auditNobody();
        await this.tallies.lockTally(manager, { schoolId, id: pollId });
      }
      // Member and time are read once the locks are held: whoever has waited may be no member any more, or late.
      const present = await findMemberAgain(manager, member);
      if (!present) throw new NotFoundError();
      const change = { manager, member: present, now: this.clock.now() };
      const respondable = await this.polls.findRespondablePoll(change, pollId);
      if (!respondable?.opened) throw new NotFoundError();
      if (!respondable.addressed) throw new NotAuthorizedError();
      if (sent.replay) return receiptOf(respondable, sent.replay);
      if (respondable.closed) throw new PollClosedError();
      if (respondable.responded) throw new PollAlreadyAnsweredError();
      const chosen = chosenFrom(answers, respondable.choices);
      const isRecorded = respondable.anonymous
        ? await this.tallies.addResponse(manager, { id: pollId, schoolId, userId }, chosen)
        : await this.polls.insertResponse(change, pollId, chosen);
      if (!isRecorded) throw new PollAlreadyAnsweredError();
      // The journal says that there is an anonymous answer, not whose.
      const recording = respondable.anonymous ? { manager, schoolId } : change;
      record(recording, { kind: 'poll.answered', id: pollId });
      return { submitted_at: change.now.toISOString() };
    });
  }
}

/** Conditions under which the answers were sent. */
export interface SentAnswers {
  replay?: Replay | undefined;
  /** Called for an anonymous poll: nobody may find out its answers by trying bodies against a stored digest. */
  omitBodyDigest?: () => void;
}

/** @throws NotFoundError */
function pollOf(found: VisiblePoll | null): PollDetail {
  if (!found) throw new NotFoundError();
  return found.poll;
}

/**
 * The receipt of the first request. The time of a response to an anonymous poll is stored with the request alone.
 * @throws NotFoundError the response is gone
 */
function receiptOf({ responded, responded_at: at }: RespondablePoll, { resultKey }: Replay): PollReceipt {
  const submitted_at = at ?? resultKey;
  if (!responded || submitted_at === null) throw new NotFoundError();
  return { submitted_at };
}
