import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { invalidField } from '../../platform/errors/app-error.js';
import { merged, mergedMoment } from '../../platform/text/merged.js';
import { storedRichText } from '../../platform/rich-text/rich-text.js';
import { audienceFrom, type AudienceInput } from '../../policy/audience.dto.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import {
  type ImportedItem,
  type ImportOrigin,
  ItemImporter,
  type ImportTarget,
  type WrittenItem,
} from '../publishing/item.importer.js';
import type { DetailsOf } from '../publishing/publication.js';
import type { ResultsVisibility } from './results-visibility.js';
import { type QuestionInput, PollImportRepository } from './poll-import.repository.js';
import { Poll } from './poll.entity.js';
import { AnsweredPollError } from './poll.errors.js';
import { record, audiencesOf } from '../../platform/journal/recorded-changes.js';

/** Input of a poll. A member that is left out stays; null clears it, and is the default where a poll cannot be without. */
export interface PollInput {
  title: string;
  /** Rich text. */
  description?: string | null;
  organization_id?: string | null;
  audience?: AudienceInput | null;
  /** ISO 8601 with an offset; wanted of a poll that is not there yet. */
  opens_at?: string | null;
  closes_at?: string | null;
  /** `after_close` by default. */
  results_visibility?: ResultsVisibility | null;
  anonymous?: boolean | null;
  /** All of them, in their order; wanted of a poll that is not there yet. */
  questions?: QuestionInput[] | null;
}

export type ImportedPoll = ImportedItem<PollInput>;

/**
 * The way in for polls, which no operation makes, inside the caller's transaction. Of one that has answers nothing changes
 * but its end.
 */
@Injectable()
export class PollImporter extends ItemImporter<ImportedPoll, Poll> {
  protected readonly entity = Poll;

  constructor(
    private readonly polls: PollImportRepository,
    images: ImageEmbeddingService,
  ) {
    super(images);
  }

  protected newItem({ input }: ImportedPoll, origin: ImportOrigin, { now }: ImportTarget): Poll {
    const details = detailsFrom(input, null);
    if (!input.questions) throw invalidField('questions', 'a poll that is not there yet needs questions');
    return {
      ...details,
      ...origin,
      id: randomUUID(),
      alertedAt: null,
      remindedAt: null,
      createdAt: now,
      updatedAt: now,
    };
  }

  protected changedItem(present: Poll, input: PollInput, now: Date): Poll {
    return { ...present, ...detailsFrom(input, present), updatedAt: now };
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
    record(target, { kind: 'poll.changed', id: item.id, ...audiencesOf(present ?? item, item) });
  }
}

/** Whether nothing but the end differs: all that may of a poll with answers (contract section 14, rule 2). */
const differInEndAlone = (poll: Poll, next: Poll): boolean =>
  isDeepStrictEqual({ ...next, ...CHANGING }, { ...poll, ...CHANGING });

const CHANGING = { closesAt: null, alertedAt: null, remindedAt: null, sourceDigest: null, updatedAt: null };

/** @throws ValidationFailedError */
function detailsFrom(input: PollInput, present: Poll | null): DetailsOf<Poll> {
  const organizationId = merged(input.organization_id, present?.organizationId);
  const opensAt = input.opens_at ? new Date(input.opens_at) : present?.opensAt;
  if (!opensAt) throw invalidField('opens_at', 'a poll that is not there yet needs opens_at');
  const closesAt = mergedMoment(input.closes_at, present?.closesAt);
  if (closesAt && closesAt <= opensAt)
    throw invalidField('closes_at', 'closes_at must be later than opens_at');
  return {
    title: input.title,
    description:
      input.description === undefined
        ? (present?.description ?? null)
        : storedRichText('description', input.description),
    organizationId,
    ...audienceFrom(input.audience, organizationId, present),
    opensAt,
    closesAt,
    resultsVisibility: merged(input.results_visibility, present?.resultsVisibility) ?? 'after_close',
    anonymous: merged(input.anonymous, present?.anonymous) ?? false,
  };
}
