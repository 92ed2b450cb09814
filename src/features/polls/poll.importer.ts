import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { invalidField } from '../../platform/errors/app-error.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import {
  addressed,
  idsOf,
  importEach,
  type ImportResult,
  type ItemImporter,
  originOf,
} from '../publishing/item-import.js';
import type { AskedInput, ImportedPoll, PollInput } from './poll-import.js';
import { PollImportRepository } from './poll-import.repository.js';
import type { Poll } from './poll.entity.js';
import { AnsweredPollError } from './polls.errors.js';
import { audienceFrom } from '../../policy/audience.dto.js';
import { merged } from '../../platform/http/merged.js';
import { storedRichText } from '../../platform/rich-text/rich-text.js';

type Details = Omit<
  Poll,
  | 'id'
  | 'schoolId'
  | 'alertedAt'
  | 'remindedAt'
  | 'source'
  | 'sourceId'
  | 'sourceDigest'
  | 'createdAt'
  | 'updatedAt'
>;
type Origin = Pick<Poll, 'schoolId' | 'source' | 'sourceId' | 'sourceDigest'>;

/** @throws ValidationFailedError */
export const newPoll = (input: PollInput, origin: Origin, now: Date): Poll => ({
  ...detailsFrom(input, null),
  ...origin,
  id: randomUUID(),
  alertedAt: null,
  remindedAt: null,
  createdAt: now,
  updatedAt: now,
});

/** @throws ValidationFailedError */
export const changedPoll = (poll: Poll, input: PollInput, digest: string, now: Date): Poll => ({
  ...poll,
  ...detailsFrom(input, poll),
  sourceDigest: digest,
  updatedAt: now,
});

/** Whether nothing but the end differs: all that may of a poll with answers (contract section 14, rule 2). */
export const differInEndAlone = (poll: Poll, next: Poll): boolean =>
  isDeepStrictEqual(
    { ...next, closesAt: null, alertedAt: null, remindedAt: null, sourceDigest: null, updatedAt: null },
    { ...poll, closesAt: null, alertedAt: null, remindedAt: null, sourceDigest: null, updatedAt: null },
  );

function detailsFrom(input: PollInput, present: Poll | null): Details {
  const organizationId = merged(input.organization_id, present?.organizationId);
  const opensAt = input.opens_at ? new Date(input.opens_at) : present?.opensAt;
  if (!opensAt) throw invalidField('opens_at', 'a poll that is not there yet needs opens_at');
  const closesAt =
    input.closes_at === undefined
      ? (present?.closesAt ?? null)
      : input.closes_at && new Date(input.closes_at);
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
    closesAt: closesAt || null,
    resultsVisibility: merged(input.results_visibility, present?.resultsVisibility) ?? 'after_close',
    anonymous: merged(input.anonymous, present?.anonymous) ?? false,
  };
}

/** The way in for polls, which no operation makes, inside the caller's transaction. */
@Injectable()
export class PollImporter {
  constructor(
    private readonly polls: PollImportRepository,
    private readonly images: ImageEmbeddingService,
  ) {}

  /** Creates and changes polls; none is taken away, and of one that has answers nothing changes but its end. */
  async import(target: ItemImporter, entries: ImportedPoll[]): Promise<ImportResult> {
    const known = await this.polls.lockImported(target, idsOf(entries));
    return importEach(target, entries, known, (...one) => this.importItem(...one));
  }

  private async importItem(target: ItemImporter, entry: ImportedPoll, present: Poll | null): Promise<void> {
    const { manager, schoolId } = target;
    const next = nextPoll(target, entry, present);
    const questions = await this.newQuestions(target, entry, present);
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
    { manager }: ItemImporter,
    { input: { questions } }: ImportedPoll,
    present: Poll | null,
  ): Promise<AskedInput[] | null> {
    if (present && !questions) return null;
    if (!questions) throw invalidField('questions', 'a poll that is not there yet needs questions');
    const isAsked = present && isDeepStrictEqual(questions, await this.polls.findQuestions(manager, present));
    return isAsked ? null : questions;
  }
}

/** @throws ValidationFailedError */
function nextPoll(target: ItemImporter, entry: ImportedPoll, present: Poll | null): Poll {
  const next = present
    ? changedPoll(present, addressed(entry.input, present), entry.digest, target.now)
    : newPoll(entry.input, originOf(target, entry), target.now);
  const quietSince = entry.sendAlert ? null : target.now;
  return {
    ...next,
    alertedAt: next.alertedAt ?? quietSince,
    remindedAt: next.remindedAt ?? quietSince,
  };
}
