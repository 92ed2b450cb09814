import { Injectable } from '@nestjs/common';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import {
  addressed,
  feedEach,
  idsOf,
  originOf,
  type FeedResult,
  type ItemFeed,
} from '../publishing/item-feed.js';
import type { FedQuestion } from '../questions/fed-question.js';
import { QuestionFeed } from '../questions/question-feed.service.js';
import { changedSlip, mayBecome, newSlip } from './new-slip.js';
import type { PermissionSlip } from './permission-slip.entity.js';
import type { FedSlip } from './slip-feed.js';
import { SlipFeedRepository } from './slip-feed.repository.js';
import { AnsweredSlipError } from './slip.errors.js';

/** The way in for permission slips, which no operation makes, inside the caller's transaction. */
@Injectable()
export class SlipFeedService {
  constructor(
    private readonly slips: SlipFeedRepository,
    private readonly questions: QuestionFeed,
    private readonly images: ImageEmbeddingService,
  ) {}

  /**
   * Creates and changes slips; none is taken away. Of one that has answers nothing changes but its ends and the
   * statement, of which the answers keep the version that was signed.
   */
  async feed(feed: ItemFeed, entries: FedSlip[]): Promise<FeedResult> {
    const known = await this.slips.lockFed(feed, idsOf(entries));
    return feedEach(feed, entries, known, (...one) => this.take(...one));
  }

  private async take(feed: ItemFeed, entry: FedSlip, present: PermissionSlip | null): Promise<void> {
    const { manager, schoolId } = feed;
    const next = nextSlip(feed, entry, present);
    const questions = await this.newQuestions(feed, next, entry.input.questions);
    if (
      present &&
      (questions || !mayBecome(present, next)) &&
      (await this.slips.isAnswered(manager, present))
    )
      throw new AnsweredSlipError();
    await this.slips.save(manager, next);
    if (questions) await this.questions.replace(manager, owner(next), questions);
    await this.images.changeByImport(manager, schoolId, [present?.body ?? null, next.body]);
  }

  /** Null when they are those that are there. */
  private async newQuestions(
    { manager }: ItemFeed,
    slip: PermissionSlip,
    given: FedQuestion[] | undefined,
  ): Promise<FedQuestion[] | null> {
    if (!given || (await this.questions.areAsked(manager, owner(slip), given))) return null;
    return given;
  }
}

const owner = ({ id, schoolId }: PermissionSlip) => ({ id, schoolId, of: 'permission_slip_id' as const });

/** @throws ValidationFailedError */
function nextSlip(feed: ItemFeed, entry: FedSlip, present: PermissionSlip | null): PermissionSlip {
  const next = present
    ? changedSlip(present, addressed(entry.input, present), entry.digest, feed.now)
    : newSlip(entry.input, originOf(feed, entry), feed.now);
  const quietSince = entry.sendAlert ? null : feed.now;
  return {
    ...next,
    alertedAt: next.alertedAt ?? quietSince,
    remindedAt: next.remindedAt ?? quietSince,
  };
}
