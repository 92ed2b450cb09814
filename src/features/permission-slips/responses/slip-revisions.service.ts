import { hash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { WriteContext } from '../../../platform/auth/write-context.js';
import { LimitReachedError } from '../../../platform/errors/app-error.js';
import { record } from '../../../platform/journal/recorded-changes.js';
import type { GuardianRelation } from '../../directory/guardians/guardian-relation.js';
import { type StoredAnswer, storedAnswers } from '../../questions/stored-answers.js';
import { namesMatch, signedRelation, type SigningRequest } from './signature.js';
import type { AskedStudent, LockedSlip } from '../slip-locks.repository.js';
import type { SlipResponseChange } from './slip-response.dto.js';
import type { SlipResponse } from './slip-response.entity.js';
import type { SlipResponseStudent } from './slip-response-student.entity.js';
import { SlipResponsesRepository } from './slip-responses.repository.js';
import type { Places } from './slip-response-state.js';
import type { SignedQuestion, SlipVersion } from '../slip-version.entity.js';
import type { SlipDecision } from '../slip.errors.js';

/** What a request brings. */
export interface GivenResponse {
  input: SlipResponseChange;
  /** For whom it is given. */
  students: AskedStudent[];
  /** As `drawnSignature` made it. */
  drawing: Buffer | null;
  request: SigningRequest;
}

/** Of one person's answer, withdrawn ones included. */
const MAX_REVISIONS = 50;
/** Texts and drawings of a person's answers in a school that do not stand any more: nobody needs as much by chance. */
const MAX_ENDED_BYTES = 10 * 1024 * 1024;

/** One revision, written with everything that proves it. Nothing is ever changed but that it ends. */
@Injectable()
export class SlipRevisionsService {
  constructor(private readonly responses: SlipResponsesRepository) {}

  /**
   * The other guardians of those for whom it stands are told that there is an answer, and not which; again where it is
   * another one.
   * @returns the id of the response, which it has from its first revision on
   * @throws LimitReachedError
   */
  async write(
    change: WriteContext,
    slip: LockedSlip,
    places: Places,
    given: GivenResponse & { chainId: string | null; answers: StoredAnswer[] },
  ): Promise<string> {
    const { manager, member, now } = change;
    const studentIds = [...places.taken.keys()];
    await this.assertRoom(change, slip, studentIds, given.chainId);
    const version = versionOf(slip, change);
    await this.responses.saveVersion(manager, version);
    const isNew = await this.isNew(change, slip, places, given.input.decision);
    if (places.overruled.length > 0) await this.responses.overrule(change, slip.id, places.overruled);
    const id = randomUUID();
    const response: SlipResponse = {
      ...signatureOf(given, places, { known: await this.responses.findName(change), now }),
      id,
      chainId: given.chainId ?? id,
      revision: await this.responses.nextRevision(change, slip.id, studentIds, given.chainId),
      schoolId: member.schoolId,
      slipId: slip.id,
      state: 'current',
      decision: given.input.decision,
      answers: given.answers,
      note: given.input.note ?? null,
      signedByMembershipId: member.membershipId,
      signedByUserId: member.userId,
      statementVersion: slip.statementVersion,
      statementSha256: version.sha256,
      event: slip.event,
      createdAt: now,
      endedAt: null,
    };
    const students = studentsOf(response, places);
    await this.responses.insert(change, response, students, given.drawing);
    await this.recordAnswer(change, slip, studentIds, isNew);
    return response.chainId;
  }

  /**
   * What one person has given, counted before it is given another time (contract section 0, rule 18).
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

  /** Whether who was told of an answer before knows another one than this, or loses their own (contract section 4, rule 7). */
  private async isNew(
    change: WriteContext,
    { id }: LockedSlip,
    { taken, overruled }: Places,
    decision: SlipDecision,
  ): Promise<boolean> {
    return overruled.length > 0 || this.responses.isTurn(change, id, [...taken.keys()], decision);
  }

  /** Others are told that there is an answer, and again where it is another one than they know. */
  private async recordAnswer(
    change: WriteContext,
    { id }: LockedSlip,
    studentIds: string[],
    isNew: boolean,
  ): Promise<void> {
    const others = await this.responses.findOtherGuardians(change, id, studentIds);
    const kind = isNew ? 'permission_slip.answer_changed' : 'permission_slip.answered';
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

const studentsOf = ({ id, slipId, schoolId }: SlipResponse, { taken }: Places): SlipResponseStudent[] =>
  [...taken].map(([studentId, place]) => ({
    ...{ responseId: id, studentId, place, isCurrent: true },
    ...{ slipId, schoolId },
  }));

/** Of the signer, to those for whom the answer stands. */
const relationsTo = (students: AskedStudent[], { taken }: Places): GuardianRelation[] =>
  students.filter(({ id }) => taken.has(id)).map(({ relation }) => relation);

const signatureOf = (
  { input: { signature }, drawing, request, students }: GivenResponse,
  places: Places,
  { known, now }: { known: string | null; now: Date },
) => ({
  accountEmail: request.email,
  signedByName: signature?.full_name ?? null,
  nameMismatch: Boolean(signature && !namesMatch(signature.full_name, known)),
  relation: signedRelation(signature, relationsTo(students, places)),
  signatureSha256: drawing && hash('sha256', drawing),
  signatureImage: null,
  signedAt: signature ? now : null,
  ipAddress: request.ipAddress,
  userAgent: request.userAgent,
  sessionId: request.sessionId,
});
