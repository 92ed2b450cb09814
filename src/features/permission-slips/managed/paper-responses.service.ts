import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import { assertNotRestricted } from '../../../platform/auth/restricted.error.js';
import type { WriteContext } from '../../../platform/auth/write-context.js';
import { invalidField, NotFoundError } from '../../../platform/errors/app-error.js';
import { dateAt, startOfDay } from '../../../platform/clock/wall-clock.js';
import { ForeignAttachmentKeyError } from '../../attachments/attachments.errors.js';
import { ItemAttachmentsService } from '../../attachments/item-attachments.service.js';
import type { Replay } from '../../idempotency/replay.js';
import { NotAnswerableError } from '../../publishing/answered-items.errors.js';
import type { SlipResponseBody } from '../responses/slip-response.dto.js';
import { namesMatch } from '../responses/signature.js';
import { markForSigner, effectOfAnswer } from '../responses/slip-response-state.js';
import { SlipResponsesRepository } from '../responses/slip-responses.repository.js';
import {
  answersTo,
  SlipRevisionsService,
  type SignatureColumns,
} from '../responses/slip-revisions.service.js';
import { type LockedSlip, SlipLocksRepository } from '../slip-locks.repository.js';
import { SlipLocks } from '../slip-locks.service.js';
import type { PaperResponseInput } from './paper-response.dto.js';

/** Answers that come on paper, which a manager records for whoever has signed them (contract section 4, rule 6). */
@Injectable()
export class PaperResponsesService {
  constructor(
    private readonly slipLocks: SlipLocks,
    private readonly locks: SlipLocksRepository,
    private readonly responses: SlipResponsesRepository,
    private readonly revisions: SlipRevisionsService,
    private readonly attachments: ItemAttachmentsService,
  ) {}

  /**
   * Records an answer for one student, also once the slip has closed. Its signer is known by the name: an answer of
   * whoever has the same name is changed by it, and one of somebody else binds as it binds a guardian. Whose it is among the
   * student's guardians is decided by the names that the school has on this day, which a guardian may change later.
   * @throws NotFoundError the slip or the student is not there
   * @throws NotAnswerableError the slip has not opened
   * @throws SlipAlreadyAnsweredError
   * @throws DeclinedByOtherGuardianError
   * @throws RestrictedError
   * @throws LimitReachedError
   * @throws InvalidAnswersError
   * @throws ForeignAttachmentKeyError
   * @throws ValidationFailedError the slip does not ask for the student, or the day lies ahead
   */
  async record(
    member: Member,
    slipId: string,
    input: PaperResponseInput,
    replay?: Replay,
  ): Promise<SlipResponseBody> {
    assertNotRestricted(member, input.student_id);
    return this.slipLocks.withManagedSlip(member, slipId, async (locked, slip) => {
      await this.lockStudent(locked, slip, input.student_id);
      if (replay) return this.getManaged(locked, replay.resultKey);
      const change = this.slipLocks.withTimeNow(locked);
      if (!slip.opensAt || slip.opensAt > change.now) throw new NotAnswerableError('not_open');
      if (input.signed_on > dateAt(change.now, slip.timeZone))
        throw invalidField('signed_on', 'signed_on must not lie ahead');
      const id = await this.write(change, slip, input);
      if (input.attachment_key) await this.attachScan(change, id, input.attachment_key);
      return this.getManaged(change, id);
    });
  }

  private async lockStudent(change: WriteContext, slip: LockedSlip, studentId: string): Promise<void> {
    const student = await this.locks.lockStudent(change, slip.id, studentId);
    if (!student) throw new NotFoundError();
    if (!student.asked) throw invalidField('student_id', 'the slip does not ask for this student');
  }

  /** @returns the id of the response, which is that of its one revision */
  private async write(change: WriteContext, slip: LockedSlip, input: PaperResponseInput): Promise<string> {
    const studentIds = [input.student_id.toLowerCase()];
    const answers = answersTo(slip.questions, input);
    await this.locks.lockOtherGuardians(change, studentIds);
    await this.revisions.assertRoomOnPaper(change, slip, studentIds[0]!);
    const { decision } = input;
    const { secondGuardianRequired } = slip;
    const current = await this.responses.findCurrentAnswers(change, slip.id, studentIds);
    const signer = await this.findSigner(change, input);
    const others = markForSigner(current, { name: input.signed_by_name, onPaper: true, ...signer }, decision);
    const effect = effectOfAnswer(studentIds, others, { decision, secondGuardianRequired });
    const content = { decision, answers, note: null, chainId: null, drawing: null };
    return this.revisions.append(change, slip, effect, {
      ...content,
      signature: { ...signatureOnPaper(change.member, slip, input), signedByGuardianId: signer.guardianId },
    });
  }

  /** Of the guardian who has the name, on file once or twice; of nobody where none has it, or several people have. */
  private async findSigner(
    change: WriteContext,
    { student_id: studentId, signed_by_name: name }: PaperResponseInput,
  ): Promise<{ guardianId: string | null; membershipId: string | null }> {
    const guardians = await this.locks.findGuardians(change, studentId);
    const [one, ...others] = guardians.filter((guardian) => namesMatch(name, guardian.name));
    const isOnePerson = others.every(
      ({ membershipId }) => membershipId && membershipId === one?.membershipId,
    );
    return one && isOnePerson
      ? { guardianId: one.id, membershipId: one.membershipId }
      : { guardianId: null, membershipId: null };
  }

  private async attachScan(change: WriteContext, id: string, key: string): Promise<void> {
    const response = { type: 'slip_response', schoolId: change.member.schoolId, id } as const;
    try {
      await this.attachments.save(change, response, [key]);
    } catch (error) {
      throw error instanceof ForeignAttachmentKeyError
        ? new ForeignAttachmentKeyError('attachment_key')
        : error;
    }
  }

  private async getManaged(change: WriteContext, chainId: string | null): Promise<SlipResponseBody> {
    const response = chainId === null ? null : await this.responses.findManaged(change, chainId);
    if (!response) throw new NotFoundError();
    return response;
  }
}

/** Nothing of the request: who records it has not signed it. */
const signatureOnPaper = (
  { membershipId }: Member,
  { timeZone }: LockedSlip,
  { signed_by_name: name, relation, signed_on: signedOn }: PaperResponseInput,
): Omit<SignatureColumns, 'signedByGuardianId'> => ({
  signedByMembershipId: null,
  signedByUserId: null,
  accountEmail: null,
  signedByName: name,
  nameMismatch: false,
  relation,
  signatureSha256: null,
  signedAt: startOfDay(signedOn, timeZone),
  signedOn,
  recordedByMembershipId: membershipId,
  ipAddress: null,
  userAgent: null,
  sessionId: null,
});
