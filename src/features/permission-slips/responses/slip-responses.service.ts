import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { isUuid } from '../../../platform/text/uuid.js';
import type { WriteContext } from '../../../platform/auth/write-context.js';
import {
  invalidField,
  NotAuthorizedError,
  NotFoundError,
  StaleError,
} from '../../../platform/errors/app-error.js';
import { assertMatches } from '../../../platform/http/conditional-request.js';
import { UploadScanner } from '../../../platform/storage/upload-scanner.js';
import type { ChangeConditions, Replay } from '../../idempotency/replay.js';
import { assertPresentStatement, assertSigned, drawnSignature, type SigningRequest } from './signature.js';
import { SlipLocksRepository, type RequestedStudent, type LockedSlip } from '../slip-locks.repository.js';
import type { SlipResponseBody, SlipResponseChange, SlipResponseInput } from './slip-response.dto.js';
import { SlipResponsesRepository, type OwnResponse } from './slip-responses.repository.js';
import { answersTo, SlipRevisionsService } from './slip-revisions.service.js';
import { placesOf } from './slip-response-state.js';
import { hasClosed } from '../../../policy/slip-visibility.js';
import { SlipLocks } from '../slip-locks.service.js';
import { AlreadyRespondedError, SlipClosedError, SlipEditClosedError } from '../slip.errors.js';
import { record } from '../../../platform/journal/recorded-changes.js';

/** Guardians' answers to permission slips (contract section 4). */
@Injectable()
export class SlipResponsesService {
  constructor(
    private readonly slips: SlipLocks,
    private readonly locks: SlipLocksRepository,
    private readonly responses: SlipResponsesRepository,
    private readonly revisions: SlipRevisionsService,
    private readonly scanner: UploadScanner,
  ) {}

  /**
   * The caller's first answer, or one after a withdrawal.
   * @throws NotAuthorizedError it is not addressed to the caller, or asks nothing of them about this student
   * @throws AlreadyRespondedError
   * @throws DeclinedByOtherGuardianError
   */
  async respond(
    member: Member,
    slipId: string,
    input: SlipResponseInput,
    request: SigningRequest,
    replay?: Replay,
  ): Promise<SlipResponseBody> {
    const drawing = await drawnSignature(input.signature, this.scanner);
    return this.slips.lockSlip(member, slipId, async (held, slip) => {
      if (!slip.addressed) throw new NotAuthorizedError();
      const students = await this.lockRequestedStudents(held, slip, input.student_id);
      if (replay) return this.getVisible(held, replay.createdId);
      const change = this.slips.afterWaiting(held);
      if (hasClosed(slip, change.now)) throw new SlipClosedError();
      const given = { ...judged(slip, input, students), drawing, request, chainId: null };
      return this.write(change, slip, given);
    });
  }

  /**
   * A new revision of the caller's own answer; that of a family is for its students of now.
   * @throws NotFoundError it is not the caller's, or no longer theirs to give
   * @throws DeclinedByOtherGuardianError
   * @throws SlipEditClosedError
   * @throws StaleError it does not stand any more, or `ifMatch` names another state of the slip than the present one
   */
  async change(
    member: Member,
    { slipId, responseId }: SlipResponsePath,
    input: SlipResponseChange,
    { request, ifMatch, replay }: ChangeConditions & { request: SigningRequest },
  ): Promise<SlipResponseBody> {
    const drawing = await drawnSignature(input.signature, this.scanner);
    return this.slips.lockSlip(member, slipId, async (held, slip) => {
      if (!slip.addressed) throw new NotFoundError();
      const { studentIds } = await this.findOwn(held, slipId, responseId);
      const students = await this.lockFormerStudents(held, slip, studentIds);
      if (students.length === 0) throw new NotFoundError();
      if (replay) return this.getVisible(held, replay.createdId);
      const change = this.slips.afterWaiting(held);
      const own = await this.findOwn(change, slipId, responseId);
      if (hasClosed(slip, change.now)) throw new SlipEditClosedError();
      const given = { ...judged(slip, input, students), drawing, request, chainId: own.chainId };
      if (own.state !== 'current') throw new StaleError();
      await this.assertFresh(change, slipId, ifMatch);
      await this.responses.end(change, own.id, 'superseded');
      return this.write(change, slip, given);
    });
  }

  /**
   * It is kept, and stands no longer; one that does not stand any more stays as it ended.
   * @throws NotFoundError it is not the caller's
   * @throws SlipEditClosedError
   * @throws StaleError `ifMatch` names another state of the slip than the present one
   */
  async withdraw(member: Member, { slipId, responseId }: SlipResponsePath, ifMatch?: string): Promise<void> {
    await this.slips.lockSlip(member, slipId, async (held, slip) => {
      const { studentIds } = await this.findOwn(held, slipId, responseId);
      await this.locks.lockStudents(held, studentIds);
      const change = this.slips.afterWaiting(held);
      const own = await this.findOwn(change, slipId, responseId);
      if (own.state !== 'current') return;
      if (hasClosed(slip, change.now)) throw new SlipEditClosedError();
      await this.assertFresh(change, slipId, ifMatch);
      await this.responses.end(change, own.id, 'withdrawn');
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

  /** Those for whom the answer is: one student, or all of the caller's. */
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

  /** Those for whom a new revision is: the student of the former one, or all of the caller's. */
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
    given: Parameters<SlipRevisionsService['write']>[3],
  ): Promise<SlipResponseBody> {
    const studentIds = given.students.map(({ id }) => id);
    await this.locks.lockOtherGuardians(change, studentIds);
    const current = await this.responses.findCurrentAnswers(change, slip.id, studentIds);
    if (current.some(({ own }) => own)) throw new AlreadyRespondedError();
    const { secondGuardianRequired } = slip;
    const { decision } = given.input;
    const places = placesOf(studentIds, current, { decision, secondGuardianRequired });
    const chainId = await this.revisions.write(change, slip, places, given);
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
function judged<Input extends SlipResponseChange>(
  slip: LockedSlip,
  input: Input,
  students: RequestedStudent[],
) {
  const { signature } = input;
  assertSigned(
    slip,
    signature,
    students.map(({ relation }) => relation),
  );
  const answers = answersTo(slip.questions, input);
  assertPresentStatement(slip, signature);
  return { input, answers, students };
}
