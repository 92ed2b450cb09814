import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { assertNotRestricted } from '../../../platform/auth/restricted.error.js';
import { isUuid } from '../../../platform/text/uuid.js';
import type { WriteContext } from '../../../platform/auth/write-context.js';
import {
  invalidField,
  NotAuthorizedError,
  NotFoundError,
  StaleError,
} from '../../../platform/errors/app-error.js';
import { assertMatches } from '../../../platform/http/conditional-request.js';
import type { ChangeConditions, Replay } from '../../idempotency/replay.js';
import { assertPresentStatement, assertSigned, pngOf, type SigningRequest } from './signature.js';
import { SlipLocksRepository, type RequestedStudent, type LockedSlip } from '../slip-locks.repository.js';
import type { SlipResponseBody, SlipResponseChange, SlipResponseInput } from './slip-response.dto.js';
import { SlipResponsesRepository, type OwnResponse } from './slip-responses.repository.js';
import { answersTo, SlipRevisionsService } from './slip-revisions.service.js';
import { markForSigner, effectOfAnswer } from './slip-response-state.js';
import { hasSlipClosed } from '../../../policy/slip-visibility.js';
import { SlipLocks } from '../slip-locks.service.js';
import { SlipAlreadyAnsweredError, SlipClosedError, SlipEditClosedError } from '../slip.errors.js';
import { record } from '../../../platform/journal/recorded-changes.js';

/** Guardians' answers to permission slips (contract section 4). */
@Injectable()
export class SlipResponsesService {
  constructor(
    private readonly slipLocks: SlipLocks,
    private readonly locks: SlipLocksRepository,
    private readonly responses: SlipResponsesRepository,
    private readonly revisions: SlipRevisionsService,
  ) {}

  /**
   * Takes the caller's first answer, or one after a withdrawal.
   * @throws RestrictedError
   * @throws NotAuthorizedError it is not addressed to the caller, or asks nothing of them about this student
   * @throws SlipAlreadyAnsweredError
   * @throws DeclinedByOtherGuardianError
   */
  async respond(
    member: Member,
    slipId: string,
    input: SlipResponseInput,
    request: SigningRequest,
    replay?: Replay,
  ): Promise<SlipResponseBody> {
    assertNotRestricted(member, input.student_id);
    return this.slipLocks.withLockedSlip(member, slipId, async (locked, slip) => {
      if (!slip.addressed) throw new NotAuthorizedError();
      const students = await this.lockRequestedStudents(locked, slip, input.student_id);
      if (replay) return this.getVisible(locked, replay.resultKey);
      const change = this.slipLocks.withTimeNow(locked);
      if (hasSlipClosed(slip, change.now)) throw new SlipClosedError();
      const given = { ...validAnswer(slip, input, students, request), chainId: null };
      return this.write(change, slip, given);
    });
  }

  /**
   * Writes a new revision of the caller's own answer; the answer of a family is then for its present students.
   * @throws NotFoundError it is not the caller's, or no longer theirs to give
   * @throws DeclinedByOtherGuardianError
   * @throws SlipEditClosedError
   * @throws StaleError it has ended, or `ifMatch` names another state of the slip than the present one
   */
  async change(
    member: Member,
    { slipId, responseId }: SlipResponsePath,
    input: SlipResponseChange,
    { request, ifMatch, replay }: ChangeConditions & { request: SigningRequest },
  ): Promise<SlipResponseBody> {
    return this.slipLocks.withLockedSlip(member, slipId, async (locked, slip) => {
      if (!slip.addressed) throw new NotFoundError();
      const { studentIds } = await this.findOwn(locked, slipId, responseId);
      const students = await this.lockFormerStudents(locked, slip, studentIds);
      if (students.length === 0) throw new NotFoundError();
      if (replay) return this.getVisible(locked, replay.resultKey);
      const change = this.slipLocks.withTimeNow(locked);
      const own = await this.findOwn(change, slipId, responseId);
      if (hasSlipClosed(slip, change.now)) throw new SlipEditClosedError();
      const given = { ...validAnswer(slip, input, students, request), chainId: own.chainId };
      if (own.state !== 'current') throw new StaleError();
      await this.assertFresh(change, slipId, ifMatch);
      await this.responses.endRevision(change, own.revisionId, 'superseded');
      return this.write(change, slip, given);
    });
  }

  /**
   * Ends the caller's own answer and keeps it. An answer that has ended already stays as it is.
   * @throws NotFoundError it is not the caller's
   * @throws SlipEditClosedError
   * @throws StaleError `ifMatch` names another state of the slip than the present one
   */
  async withdraw(member: Member, { slipId, responseId }: SlipResponsePath, ifMatch?: string): Promise<void> {
    await this.slipLocks.withLockedSlip(member, slipId, async (locked, slip) => {
      const { studentIds } = await this.findOwn(locked, slipId, responseId);
      await this.locks.lockStudents(locked, studentIds);
      const change = this.slipLocks.withTimeNow(locked);
      const own = await this.findOwn(change, slipId, responseId);
      if (own.state !== 'current') return;
      if (hasSlipClosed(slip, change.now)) throw new SlipEditClosedError();
      await this.assertFresh(change, slipId, ifMatch);
      await this.responses.endRevision(change, own.revisionId, 'withdrawn');
      record(change, { kind: 'permission_slip.withdrawn', id: slipId });
    });
  }

  private async assertFresh(
    change: WriteContext,
    slipId: string,
    ifMatch: string | undefined,
  ): Promise<void> {
    if (ifMatch !== undefined) assertMatches(ifMatch, await this.responses.findSlip(change, slipId));
  }

  private async findOwn(change: WriteContext, slipId: string, responseId: string): Promise<OwnResponse> {
    const own = isUuid(responseId) ? await this.responses.findOwn(change, slipId, responseId) : null;
    if (!own) throw new NotFoundError();
    return own;
  }

  /** Locks the students whom the answer is for: one, or all of the caller's. */
  private async lockRequestedStudents(
    change: WriteContext,
    slip: LockedSlip,
    studentId: string | null | undefined,
  ): Promise<RequestedStudent[]> {
    const isOfOne = slip.answerPer === 'student';
    if (isOfOne && !studentId) throw invalidField('student_id', 'Say for which student.');
    const students = await this.locks.lockRequestedStudents(change, slip.id, isOfOne ? [studentId!] : null);
    if (students.length > 0) return students;
    if (isOfOne && !(await this.locks.isOnRoster(change, studentId!))) throw new NotFoundError();
    throw new NotAuthorizedError();
  }

  /** Locks the students whom a new revision is for: the student of the former one, or all of the caller's. */
  private lockFormerStudents(
    change: WriteContext,
    slip: LockedSlip,
    former: string[],
  ): Promise<RequestedStudent[]> {
    return slip.answerPer === 'student'
      ? this.locks.lockRequestedStudents(change, slip.id, former)
      : this.locks.lockFamily(change, slip.id, former);
  }

  private async write(
    change: WriteContext,
    slip: LockedSlip,
    given: Omit<Parameters<SlipRevisionsService['write']>[3], 'knownName'>,
  ): Promise<SlipResponseBody> {
    const studentIds = given.students.map(({ id }) => id);
    await this.locks.lockOtherGuardians(change, studentIds);
    const current = await this.responses.findCurrentAnswers(change, slip.id, studentIds);
    if (current.some(({ own }) => own)) throw new SlipAlreadyAnsweredError();
    const { secondGuardianRequired } = slip;
    const { decision } = given.input;
    const knownName = await this.responses.findName(change);
    const { membershipId } = change.member;
    const signer = { name: knownName, onPaper: false, membershipId, guardianId: null };
    const others = markForSigner(current, signer, decision);
    const effect = effectOfAnswer(studentIds, others, { decision, secondGuardianRequired });
    const chainId = await this.revisions.write(change, slip, effect, { ...given, knownName });
    return this.getVisible(change, chainId);
  }

  private async getVisible(change: WriteContext, chainId: string | null): Promise<SlipResponseBody> {
    const response = chainId === null ? null : await this.responses.findVisible(change, chainId);
    if (!response) throw new NotFoundError();
    return response;
  }
}

export interface SlipResponsePath {
  slipId: string;
  responseId: string;
}

/** Checks an answer by itself, before those of others are read. */
function validAnswer<Input extends SlipResponseChange>(
  slip: LockedSlip,
  input: Input,
  students: RequestedStudent[],
  request: SigningRequest,
) {
  const { signature } = input;
  assertSigned(
    slip,
    signature,
    students.map(({ relation }) => relation),
  );
  const answers = answersTo(slip.questions, input);
  assertPresentStatement(slip, signature);
  return { input, answers, students, request, drawing: pngOf(request) };
}
