import { hash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { WriteContext } from '../../../platform/auth/write-context.js';
import { LimitReachedError } from '../../../platform/errors/app-error.js';
import { record } from '../../../platform/journal/recorded-changes.js';
import type { GuardianRelation } from '../../directory/guardians/guardian-relation.js';
import { type StoredAnswer, storedAnswers } from '../../questions/stored-answers.js';
import { namesMatch, signedRelation, type SigningRequest } from './signature.js';
import type { RequestedStudent, LockedSlip } from '../slip-locks.repository.js';
import type { SlipResponseChange } from './slip-response.dto.js';
import type { SlipResponse } from './slip-response.entity.js';
import type { SlipResponseStudent } from './slip-response-student.entity.js';
import { SlipResponsesRepository } from './slip-responses.repository.js';
import type { AnswerEffect } from './slip-response-state.js';
import type { SignedQuestion, SlipVersion } from '../slip-version.entity.js';
import type { SlipDecision } from '../slip-vocabulary.js';

/** The response in a request. */
export interface GivenResponse {
  input: SlipResponseChange;
  /** For whom it is given. */
  students: RequestedStudent[];
  request: SigningRequest;
  /** PNG; null where none was drawn. */
  drawing: Buffer | null;
  /** Name by which the school knows the caller; null where there is none. */
  knownName: string | null;
  /** Of the answer that it changes; null for a first one. */
  chainId: string | null;
}

/** Everything that tells who has signed a revision, and how. */
export type SignatureColumns = Pick<
  SlipResponse,
  | 'signedByMembershipId'
  | 'signedByUserId'
  | 'accountEmail'
  | 'signedByName'
  | 'nameMismatch'
  | 'relation'
  | 'signatureSha256'
  | 'signedAt'
  | 'signedOn'
  | 'recordedByMembershipId'
  | 'signedByGuardianId'
  | 'ipAddress'
  | 'userAgent'
  | 'sessionId'
>;

export interface NewRevision extends Pick<SlipResponse, 'decision' | 'note' | 'answers'> {
  chainId: string | null;
  drawing: Buffer | null;
  signature: SignatureColumns;
}

/** Number of revisions that a person may write of one answer, withdrawn ones included; and of answers on paper for a student. */
const MAX_REVISIONS = 50;
/** Size of the texts and drawings in a person's ended answers of one school, far above what honest use comes to. */
const MAX_ENDED_BYTES = 10 * 1024 * 1024;

/** Writes revisions with everything that proves them. A revision never changes afterwards; it only ends. */
@Injectable()
export class SlipRevisionsService {
  constructor(private readonly responses: SlipResponsesRepository) {}

  /**
   * Writes a revision. The other guardians of its students are notified that there is an answer, and not which; once more where
   * the decision changes (contract section 4, rule 7).
   * @returns the id of the response, which it has from its first revision on
   * @throws LimitReachedError
   */
  async write(
    change: WriteContext,
    slip: LockedSlip,
    effect: AnswerEffect,
    given: GivenResponse & { answers: StoredAnswer[] },
  ): Promise<string> {
    await this.assertRoom(change, slip, [...effect.signatureNumbers.keys()], given.chainId);
    const { input, chainId, answers, knownName, drawing } = given;
    return this.append(change, slip, effect, {
      ...{ decision: input.decision, note: input.note ?? null, answers, chainId, drawing },
      signature: signatureOf(given, effect, { known: knownName, ...change }),
    });
  }

  /**
   * Appends a revision, whoever has signed it. The other guardians are notified as above.
   * @returns the id of the response
   */
  async append(
    change: WriteContext,
    slip: LockedSlip,
    effect: AnswerEffect,
    { chainId, drawing, signature, ...content }: NewRevision,
  ): Promise<string> {
    const { manager, member, now } = change;
    const studentIds = [...effect.signatureNumbers.keys()];
    const version = versionOf(slip, change);
    await this.responses.saveVersion(manager, version);
    const { overruled } = effect;
    const isChange =
      overruled.length > 0 ||
      (await this.responses.changesDecision(change, slip.id, studentIds, content.decision));
    if (overruled.length > 0) await this.responses.overrule(change, slip.id, overruled);
    const id = randomUUID();
    const response: SlipResponse = {
      ...content,
      ...signature,
      id,
      chainId: chainId ?? id,
      revision: await this.responses.nextRevision(change, slip.id, studentIds, chainId),
      schoolId: member.schoolId,
      slipId: slip.id,
      state: 'current',
      signatureImage: null,
      statementVersion: slip.statementVersion,
      statementSha256: version.sha256,
      event: slip.event,
      createdAt: now,
      endedAt: null,
    };
    await this.responses.insert(change, response, studentsOf(response, effect), drawing);
    await this.recordAnswer(change, slip, studentIds, isChange);
    return response.chainId;
  }

  /**
   * Refuses a response beyond what one person may give, counted before it is stored (contract section 0, rule 18).
   * @throws LimitReachedError
   */
  private async assertRoom(
    change: WriteContext,
    { id }: LockedSlip,
    studentIds: string[],
    chainId: string | null,
  ): Promise<void> {
    const { revisions, endedBytes } = await this.responses.measureOwn(change, id, studentIds, chainId);
    if (revisions >= MAX_REVISIONS)
      throw new LimitReachedError(
        `An answer can be given ${MAX_REVISIONS} times: the office can record a change on paper.`,
      );
    if (endedBytes > MAX_ENDED_BYTES)
      throw new LimitReachedError('Your former answers take up too much: the office can record a change.');
  }

  /** @throws LimitReachedError */
  async assertRoomOnPaper(change: WriteContext, { id }: LockedSlip, studentId: string): Promise<void> {
    if ((await this.responses.countOnPaper(change, id, studentId)) >= MAX_REVISIONS)
      throw new LimitReachedError(`There are ${MAX_REVISIONS} answers on paper for the student.`);
  }

  /** Records that there is an answer: as a change where it differs from the last one that others were notified of. */
  private async recordAnswer(
    change: WriteContext,
    { id }: LockedSlip,
    studentIds: string[],
    isChange: boolean,
  ): Promise<void> {
    const others = await this.responses.findOtherGuardians(change, id, studentIds);
    const kind = isChange ? 'permission_slip.answer_changed' : 'permission_slip.answered';
    record(change, { kind, id, ids: { members: others } });
  }
}

/** @throws InvalidAnswersError */
export const answersTo = (
  questions: SignedQuestion[],
  { answers, decision }: SlipResponseChange,
): StoredAnswer[] =>
  storedAnswers(
    questions.map((question) => ({
      ...{ id: question.id, type: question.type, choices: question.choices.map(({ id }) => id) },
      required: isRequired(question, decision),
    })),
    answers ?? [],
  );

const isRequired = (question: SignedQuestion, decision: SlipDecision): boolean =>
  decision === 'declined' ? question.required_on_decline : question.required;

function versionOf(slip: LockedSlip, { member, now }: WriteContext): SlipVersion {
  const { statement, body, questions } = slip;
  return {
    slipId: slip.id,
    sha256: hash('sha256', JSON.stringify({ statement, body, questions })),
    schoolId: member.schoolId,
    ...{ statement, statementVersion: slip.statementVersion, body, questions },
    createdAt: now,
  };
}

const studentsOf = (
  { id, slipId, schoolId }: SlipResponse,
  { signatureNumbers }: AnswerEffect,
): SlipResponseStudent[] =>
  [...signatureNumbers].map(([studentId, signatureNumber]) => ({
    ...{ revisionId: id, studentId, signatureNumber, isCurrent: true, isOverruled: false, signedAs: null },
    ...{ slipId, schoolId },
  }));

/** Relations of the signer to the students for whom the answer holds. */
const relationsTo = (students: RequestedStudent[], { signatureNumbers }: AnswerEffect): GuardianRelation[] =>
  students.filter(({ id }) => signatureNumbers.has(id)).map(({ relation }) => relation);

const signatureOf = (
  { input: { signature }, request, students, drawing }: GivenResponse,
  effect: AnswerEffect,
  { known, member, now }: Pick<WriteContext, 'member' | 'now'> & { known: string | null },
): SignatureColumns => ({
  signedByMembershipId: member.membershipId,
  signedByUserId: member.userId,
  accountEmail: request.email,
  signedByName: signature?.full_name ?? null,
  nameMismatch: Boolean(signature && !namesMatch(signature.full_name, known)),
  relation: signedRelation(signature, relationsTo(students, effect)),
  signatureSha256: drawing && hash('sha256', drawing),
  signedAt: signature ? now : null,
  signedOn: null,
  recordedByMembershipId: null,
  signedByGuardianId: null,
  ipAddress: request.ipAddress,
  userAgent: request.userAgent,
  sessionId: request.sessionId,
});
