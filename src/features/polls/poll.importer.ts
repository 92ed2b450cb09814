import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { invalidField } from '../../platform/errors/app-error.js';
import { audienceOf, audiencesOf, record } from '../../platform/journal/recorded-changes.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import {
  type ImportedItem,
  type ImportOrigin,
  ItemImporter,
  type ImportTarget,
  type WrittenItem,
} from '../publishing/item.importer.js';
import {
  changedPoll,
  differInEndAlone,
  newPoll,
  type PollDetailsInput,
  type QuestionInput,
} from './new-poll.js';
import { PollWritesRepository } from './poll-writes.repository.js';
import { Poll } from './poll.entity.js';
import { AnsweredPollError } from './poll.errors.js';

/** A poll from outside. A member that is left out stays; null clears it, and is the default where a poll cannot be without. */
export interface PollEntry extends PollDetailsInput {
  title: string;
  /** All of them, in their order; wanted of a poll that is not there yet. */
  questions?: QuestionInput[] | null;
}

export type ImportedPoll = ImportedItem<PollEntry>;

/** The way in for polls from outside, inside the caller's transaction. Of one that has answers nothing changes but its end. */
@Injectable()
export class PollImporter extends ItemImporter<ImportedPoll, Poll> {
  protected readonly entity = Poll;

  constructor(
    private readonly polls: PollWritesRepository,
    images: ImageEmbeddingService,
  ) {
    super(images);
  }

  protected newItem({ input }: ImportedPoll, origin: ImportOrigin, { now }: ImportTarget): Poll {
    if (!input.opens_at) throw invalidField('opens_at', 'a poll that is not there yet needs opens_at');
    if (!input.questions) throw invalidField('questions', 'a poll that is not there yet needs questions');
    return newPoll(input, origin, now);
  }

  protected changedItem(present: Poll, { opens_at, ...input }: PollEntry, now: Date): Poll {
    return changedPoll(present, opens_at ? { ...input, opens_at } : input, now);
  }

  protected textOf({ description }: Poll): string | null {
    return description;
  }

  /** @throws AnsweredPollError */
  protected override async complete({
    target,
    entry,
    present,
    item,
  }: WrittenItem<ImportedPoll, Poll>): Promise<void> {
    const { manager } = target;
    const { questions } = entry.input;
    const areOthers =
      questions && !isDeepStrictEqual(questions, await this.polls.findQuestions(manager, item));
    const changes = present && (areOthers || !differInEndAlone(present, item));
    if (changes && (await this.polls.hasAnswers(manager, item))) throw new AnsweredPollError();
    if (areOthers) await this.polls.replaceQuestions(manager, item, questions);
    const { id } = item;
    if (present) record(target, { kind: 'poll.changed', id, ...audiencesOf(present, item) });
    else record(target, { kind: 'poll.created', id, audience: audienceOf(item) });
  }
}
