import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { invalidField } from '../../errors/invalid-field.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import {
  addressed,
  feedEach,
  idsOf,
  originOf,
  type FeedResult,
  type ItemFeed,
} from '../publishing/item-feed.js';
import { changedPoll, differInEndAlone, newPoll } from './new-poll.js';
import type { AskedInput, FedPoll } from './poll-feed.js';
import { PollFeedRepository } from './poll-feed.repository.js';
import type { Poll } from './poll.entity.js';
import { AnsweredPollError } from './polls.errors.js';

/** The way in for polls, which no operation makes, inside the caller's transaction. */
@Injectable()
export class PollFeedService {
  constructor(
    private readonly polls: PollFeedRepository,
    private readonly images: ImageEmbeddingService,
  ) {}

  /** Creates and changes polls; none is taken away, and of one that has answers nothing changes but its end. */
  async feed(feed: ItemFeed, entries: FedPoll[]): Promise<FeedResult> {
    const known = await this.polls.lockFed(feed, idsOf(entries));
    return feedEach(feed, entries, known, (...one) => this.take(...one));
  }

  private async take(feed: ItemFeed, entry: FedPoll, present: Poll | null): Promise<void> {
    const { manager, schoolId } = feed;
    const next = nextPoll(feed, entry, present);
    const questions = await this.newQuestions(feed, entry, present);
    if (
      present &&
      (questions || !differInEndAlone(present, next)) &&
      (await this.polls.hasAnswers(manager, present))
    )
      throw new AnsweredPollError();
    await this.polls.save(manager, next);
    if (questions) await this.polls.replaceQuestions(manager, next, questions);
    await this.images.changeByImport(manager, schoolId, [present?.description ?? null, next.description]);
  }

  /** Null when they are those that are there. */
  private async newQuestions(
    { manager }: ItemFeed,
    { input: { questions } }: FedPoll,
    present: Poll | null,
  ): Promise<AskedInput[] | null> {
    if (present && !questions) return null;
    if (!questions) throw invalidField('questions', 'a poll that is not there yet needs questions');
    const isAsked = present && isDeepStrictEqual(questions, await this.polls.findQuestions(manager, present));
    return isAsked ? null : questions;
  }
}

/** @throws ValidationFailedError */
function nextPoll(feed: ItemFeed, entry: FedPoll, present: Poll | null): Poll {
  const next = present
    ? changedPoll(present, addressed(entry.input, present), entry.digest, feed.now)
    : newPoll(entry.input, originOf(feed, entry), feed.now);
  const quietSince = entry.sendAlert ? null : feed.now;
  return {
    ...next,
    alertedAt: next.alertedAt ?? quietSince,
    remindedAt: next.remindedAt ?? quietSince,
  };
}
