import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import type { WriteContext } from '../../../platform/auth/write-context.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { assertMatches } from '../../../platform/http/conditional-request.js';
import { audienceOf, audiencesOf, record } from '../../../platform/journal/recorded-changes.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import { ImageEmbeddingService } from '../../embedded-images/image-embedding.service.js';
import type { Replay } from '../../idempotency/replay.js';
import { HasAnswersError } from '../../publishing/answered-items.errors.js';
import { withAlertMarkers } from '../../publishing/alert-markers.js';
import { type ListedItem, originOfMember, type Publication } from '../../publishing/publication.js';
import { PublishingRightsService } from '../../publishing/publishing-rights.service.js';
import type {
  CreatedItem,
  ManagedPoll,
  PollChanges,
  PollInput,
  PollQuestionInput,
} from './managed-poll.dto.js';
import { ManagedPollsRepository } from './managed-polls.repository.js';
import { askAlike, changedPoll, newPoll, type QuestionInput } from '../new-poll.js';
import type { Poll } from '../poll.entity.js';
import { PollWritesRepository } from '../poll-writes.repository.js';

/** Changes of polls by managers: everything of it in one transaction. */
@Injectable()
export class PollChangesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly polls: PollWritesRepository,
    private readonly managed: ManagedPollsRepository,
    private readonly rights: PublishingRightsService,
    private readonly images: ImageEmbeddingService,
  ) {}

  /**
   * @throws NotAuthorizedError no admin, and no live grant on the organization
   * @throws NotFoundError an organization that is not there
   * @throws UnknownImageError
   * @throws LimitReachedError
   * @throws ValidationFailedError
   */
  create(member: Member, input: PollInput, replay?: Replay): Promise<CreatedItem> {
    return this.transactions.run(async (manager) => {
      const change = await this.rights.lockGrants(manager, member);
      const { now } = change;
      const poll = withAlertMarkers(input.send_alert, newPoll(input, originOfMember(member), now), now);
      await this.rights.assertMayPublish(change, publicationOf(poll), null);
      if (replay) return { id: (await this.getPresent(change, replay.resultKey!)).id };
      await this.polls.insert(manager, poll);
      await this.rights.assertWithinLimits(change, 'polls', listed(poll), null);
      await this.polls.replaceQuestions(manager, poll, questionsFrom(input.questions));
      await this.embed(change, null, poll);
      record(change, { kind: 'poll.created', id: poll.id, audience: audienceOf(poll) });
      return { id: poll.id };
    });
  }

  /**
   * @throws NotFoundError not there for the caller, deleted, or referring to something that is not there
   * @throws NotAuthorizedError not theirs to change, or to hand over
   * @throws HasAnswersError it asks something else, or in another way
   * @throws UnknownImageError
   * @throws LimitReachedError
   * @throws ValidationFailedError
   * @throws StaleError `ifMatch` names another state than the present one
   */
  change(member: Member, pollId: string, input: PollChanges, ifMatch?: string): Promise<ManagedPoll> {
    return this.transactions.run(async (manager) => {
      const change = await this.rights.lockGrants(manager, member);
      const present = await this.lock(change, pollId, ifMatch);
      if (present.deletedAt && input.deleted !== false) throw new NotFoundError();
      const changed = { ...changedPoll(present, input, change.now), deletedAt: null };
      const next = withAlertMarkers(input.send_alert, changed, change.now);
      await this.rights.assertMayPublish(change, publicationOf(next), publicationOf(present));
      await this.changeQuestions(change, present, next, input.questions);
      await this.polls.update(manager, next);
      await this.rights.assertWithinLimits(change, 'polls', listed(next), listed(present));
      await this.embed(change, present, next);
      record(change, { kind: 'poll.changed', id: next.id, ...audiencesOf(present, next) });
      return this.getPresent(change, next.id);
    });
  }

  /**
   * Hides it; what was answered stays.
   * @throws NotFoundError not there for the caller, or deleted
   * @throws NotAuthorizedError not theirs to change
   * @throws StaleError `ifMatch` names another state than the present one
   */
  remove(member: Member, pollId: string, ifMatch?: string): Promise<void> {
    return this.transactions.run(async (manager) => {
      const change = await this.rights.lockGrants(manager, member);
      const poll = await this.lock(change, pollId, ifMatch);
      if (poll.deletedAt) throw new NotFoundError();
      await this.polls.update(manager, { ...poll, deletedAt: change.now, updatedAt: change.now });
      record(change, { kind: 'poll.deleted', id: poll.id, audience: audienceOf(poll) });
    });
  }

  /** Locks the poll, whose questions change only while nobody has answered. */
  private async changeQuestions(
    { manager }: WriteContext,
    present: Poll,
    next: Poll,
    given: PollQuestionInput[] | undefined,
  ): Promise<void> {
    const questions = given && questionsFrom(given);
    const areOthers =
      questions && !isDeepStrictEqual(questions, await this.polls.findQuestions(manager, present));
    if (!areOthers && askAlike(present, next)) return;
    if (await this.polls.hasAnswers(manager, present))
      throw new HasAnswersError('The poll has answers: what it asks, how and from when on is fixed.');
    if (areOthers) await this.polls.replaceQuestions(manager, present, questions);
  }

  private async lock(change: WriteContext, pollId: string, ifMatch: string | undefined): Promise<Poll> {
    const poll = isUuid(pollId) ? await this.polls.lock(change, pollId) : null;
    const found = poll && (await this.managed.findOne(change.member, poll.id, change.now, change.manager));
    if (!poll || !found) throw new NotFoundError();
    assertMatches(ifMatch, found.body);
    return poll;
  }

  private async getPresent({ member, now, manager }: WriteContext, id: string): Promise<ManagedPoll> {
    const found = await this.managed.findOne(member, id, now, manager);
    if (!found || found.body.deleted_at) throw new NotFoundError();
    return found.body;
  }

  private embed({ manager, member }: WriteContext, present: Poll | null, next: Poll): Promise<void> {
    return this.images.change(manager, member, {
      field: 'description',
      before: present?.description ?? null,
      after: next.description,
    });
  }
}

const publicationOf = (poll: Poll): Publication => ({ ...poll, categoryId: null });

const questionsFrom = (given: PollQuestionInput[]): QuestionInput[] =>
  given.map(({ text, choices }) => ({ text, choices: choices.map((choice) => choice.text) }));

const listed = ({ organizationId, description }: Poll): ListedItem => ({ organizationId, text: description });
