import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { assertNotRestricted } from '../../../platform/auth/restricted.error.js';
import { record } from '../../../platform/journal/recorded-changes.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { invalidField, NotAuthorizedError, NotFoundError } from '../../../platform/errors/app-error.js';
import { ClaimAllocation } from './claim-allocation.service.js';
import { hasBegun, isClosed, isGone, isPublished } from '../signup-times.js';
import type { SignupClaimBody, SignupClaimChanges, SignupClaimInput } from './signup-claim.dto.js';
import type { ManagedClaimInput } from '../managed/managed-signup.dto.js';
import type { SignupItem } from '../signup.entity.js';
import type { SignupClaim } from './signup-claim.entity.js';
import { SignupClaimsRepository } from './signup-claims.repository.js';
import { type SignupChange, SignupLocks } from '../signup-locks.service.js';
import {
  ClaimedTwiceError,
  NotLinkedError,
  SignupClosedError,
  WithdrawnTooOftenError,
} from '../signups.errors.js';
import { QuestionsService } from '../../questions/questions.service.js';
import { NotAnswerableError } from '../../publishing/answered-items.errors.js';
import type { Replay } from '../../idempotency/replay.js';

/** Withdrawn claims of one person in one sign-up, whoever withdrew them. */
const MAX_WITHDRAWN = 50;
/** Places of one claim. */
const MAX_QUANTITY = 99;

/** Claiming places of a sign-up, and changing what is claimed. */
@Injectable()
export class SignupClaimsService {
  constructor(
    private readonly locks: SignupLocks,
    private readonly claims: SignupClaimsRepository,
    private readonly questions: QuestionsService,
    private readonly allocation: ClaimAllocation,
  ) {}

  /**
   * A second claim on an item for the same student is added to the first.
   * @throws RestrictedError
   * @throws NotFoundError the sign-up or the item is not there
   * @throws NotAuthorizedError it is not addressed to the member
   * @throws SignupClosedError
   * @throws NotLinkedError
   * @throws InvalidAnswersError
   * @throws ClaimLimitError
   * @throws ItemFullError
   * @throws WithdrawnTooOftenError
   */
  async claim(
    member: Member,
    signupId: string,
    input: SignupClaimInput,
    replay?: Replay,
  ): Promise<SignupClaimBody> {
    assertNotRestricted(member, input.student_id);
    return this.locks.withLockedSignup(member, signupId, (change) => this.claimItem(change, input, replay));
  }

  /**
   * The same for a member whom the sign-up is addressed to, by a manager. Whoever it is for is told.
   * @throws NotAuthorizedError the caller does not manage it
   * @throws NotFoundError it was deleted, or there is no such member or item
   * @throws NotAnswerableError it has not opened
   * @throws ValidationFailedError the sign-up is not addressed to the member whose claim it would be
   */
  async claimFor(
    member: Member,
    signupId: string,
    { membership_id: claimantId, ...input }: ManagedClaimInput,
    replay?: Replay,
  ): Promise<SignupClaimBody> {
    assertNotRestricted(member, input.student_id);
    const claim = async (change: SignupChange): Promise<SignupClaimBody> => {
      if (!change.managed) throw new NotAuthorizedError();
      assertMayRecord(change);
      if (!change.addressed)
        throw invalidField('membership_id', 'the sign-up is not addressed to this member');
      const body = await this.claimItem(change, input, replay);
      const { membershipId } = change.claimant;
      if (!replay && membershipId !== change.member.membershipId)
        record(change, { kind: 'signup.changed', id: signupId, ids: { members: [membershipId] } });
      return body;
    };
    return this.locks.withLockedSignup(member, signupId, claim, claimantId);
  }

  /**
   * By its author alone. It is wholly changed or stays as it was.
   * @throws NotFoundError it, or the item that it is to move to, is not there
   * @throws NotAuthorizedError the sign-up is not addressed to the member
   * @throws SignupClosedError
   * @throws NotLinkedError
   * @throws InvalidAnswersError
   * @throws ClaimLimitError
   * @throws ItemFullError
   * @throws ClaimedTwiceError
   * @throws StaleError `ifMatch` names another state of the sign-up than the present one
   */
  async change(
    member: Member,
    { signupId, claimId }: ClaimReference,
    input: SignupClaimChanges,
    ifMatch?: string,
  ): Promise<SignupClaimBody> {
    assertNotRestricted(member, input.student_id);
    return this.locks.withLockedSignup(member, signupId, async (change) => {
      assertMayAnswer(change);
      const present = await this.ownClaim(change, claimId);
      const from = await this.openItem(change, present.itemId);
      const item = input.item_id === undefined ? from : await this.openItem(change, input.item_id);
      const next = await this.changed(change, present, { ...input, item_id: item.id });
      const same = await this.claims.findOwn(change, next);
      if (same && same.id !== present.id) throw new ClaimedTwiceError();
      await this.allocation.assertFresh(change, ifMatch);
      const mayWait = present.status === 'waitlisted' && (item.waitlistEnabled || item.id === from.id);
      return this.allocation.allocate(change, { item, present, next, mayWait });
    });
  }

  private async claimItem(
    change: SignupChange,
    input: SignupClaimInput,
    replay: Replay | undefined,
  ): Promise<SignupClaimBody> {
    assertMayAnswer(change);
    if (replay) return this.claimed(change, replay);
    const item = await this.openItem(change, input.item_id);
    const studentId = input.student_id?.toLowerCase() ?? null;
    await this.assertMayBeFor(change, studentId);
    const present = await this.claims.findOwn(change, { itemId: item.id, studentId });
    if (!present && (await this.claims.countWithdrawn(change)) >= MAX_WITHDRAWN)
      throw new WithdrawnTooOftenError();
    const answers =
      present && input.answers === undefined ? present.answers : await this.answers(change, input.answers);
    const next = present
      ? mergedClaim(present, input, { answers, item, now: change.now })
      : newClaim(change, item, { ...input, answers, studentId });
    const mayWait = input.accept_waitlist === true && item.waitlistEnabled && present?.status !== 'confirmed';
    return this.allocation.allocate(change, { item, present, next, mayWait });
  }

  /** @throws NotFoundError it is withdrawn by now */
  private async claimed(change: SignupChange, { resultKey }: Replay): Promise<SignupClaimBody> {
    return this.claims.findBody(change.manager, await this.ownClaim(change, resultKey ?? ''));
  }

  private async ownClaim(change: SignupChange, claimId: string): Promise<SignupClaim> {
    const claim = isUuid(claimId) ? await this.claims.find(change, claimId) : null;
    if (claim?.membershipId !== change.claimant.membershipId) throw new NotFoundError();
    return claim;
  }

  /** A place of a student is taken for who is linked to them now (contract section 3, rule 5). */
  private async changed(
    change: SignupChange,
    present: SignupClaim,
    input: SignupClaimChanges & { item_id: string },
  ): Promise<SignupClaim> {
    const studentId =
      input.student_id === undefined ? present.studentId : (input.student_id?.toLowerCase() ?? null);
    const quantity = input.quantity ?? present.quantity;
    const takesPlaces = quantity > present.quantity || input.item_id !== present.itemId;
    if (input.student_id !== undefined || (takesPlaces && change.signup.claimPer === 'student'))
      await this.assertMayBeFor(change, studentId);
    return {
      ...present,
      ...{ itemId: input.item_id, studentId, quantity },
      comment: input.comment === undefined ? present.comment : input.comment,
      answers: input.answers === undefined ? present.answers : await this.answers(change, input.answers),
      updatedAt: change.now,
    };
  }

  private async openItem(change: SignupChange, itemId: string): Promise<SignupItem> {
    const item = await this.claims.findItem(change, itemId);
    if (!item) throw new NotFoundError();
    if (isClosed(change.signup, change.now) || hasBegun(item, change.now)) throw new SignupClosedError();
    return item;
  }

  private async assertMayBeFor(change: SignupChange, studentId: string | null): Promise<void> {
    const isRight = studentId
      ? await this.claims.isLinked(change, studentId)
      : change.signup.claimPer !== 'student';
    if (!isRight) throw new NotLinkedError();
  }

  private answers({ manager, signup }: SignupChange, given: SignupClaimInput['answers']) {
    return this.questions.answersOfSignup(manager, signup, given ?? []);
  }
}

export interface ClaimReference {
  signupId: string;
  claimId: string;
}

/**
 * @throws NotFoundError hidden still, or gone
 * @throws NotAuthorizedError not addressed to the member
 */
function assertMayAnswer({ signup, addressed, now }: SignupChange): void {
  if (!isPublished(signup, now)) throw new NotFoundError();
  if (!addressed) throw new NotAuthorizedError();
}

/**
 * @throws NotFoundError deleted
 * @throws SignupClosedError gone
 * @throws NotAnswerableError hidden still
 */
function assertMayRecord({ signup, now }: SignupChange): void {
  if (signup.deletedAt) throw new NotFoundError();
  if (isGone(signup, now)) throw new SignupClosedError();
  if (!isPublished(signup, now)) throw new NotAnswerableError('not_open');
}

function newClaim(
  { claimant, signup, now }: SignupChange,
  item: SignupItem,
  given: Pick<SignupClaim, 'answers' | 'studentId'> & Pick<SignupClaimInput, 'quantity' | 'comment'>,
): SignupClaim {
  return {
    id: randomUUID(),
    schoolId: signup.schoolId,
    signupId: signup.id,
    itemId: item.id,
    membershipId: claimant.membershipId,
    studentId: given.studentId,
    quantity: given.quantity ?? 1,
    status: 'confirmed',
    comment: given.comment ?? null,
    answers: given.answers,
    queuedAt: now,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * A claim with a second one added to it; what the second one says beside its quantity replaces what the first one said.
 * @throws ValidationFailedError together they are more than one claim may have; more than the item has is refused as any claim
 */
function mergedClaim(
  present: SignupClaim,
  { quantity = 1, comment }: Pick<SignupClaimInput, 'quantity' | 'comment'>,
  { answers, item, now }: { answers: SignupClaim['answers']; item: SignupItem; now: Date },
): SignupClaim {
  const sum = present.quantity + quantity;
  if (sum > MAX_QUANTITY && sum <= (item.capacity ?? Infinity))
    throw invalidField('quantity', `quantity and the ${present.quantity} claimed are above ${MAX_QUANTITY}`);
  return {
    ...present,
    quantity: sum,
    comment: comment === undefined ? present.comment : comment,
    answers,
    updatedAt: now,
  };
}
