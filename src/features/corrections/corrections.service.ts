import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Account, Member } from '../../platform/auth/caller.js';
import { assertNotRestricted } from '../../platform/auth/restricted.error.js';
import { Clock } from '../../platform/clock/clock.js';
import { LimitReachedError, NotAuthorizedError, NotFoundError } from '../../platform/errors/app-error.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { isUuid } from '../../platform/text/uuid.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import type { Replay } from '../idempotency/replay.js';
import type { CorrectionBody, CorrectionInput, Corrections, MyCorrectionsQuery } from './correction.dto.js';
import { CorrectionsRepository } from './corrections.repository.js';

/** Open corrections of a person for one student. */
const MAX_OPEN = 20;

/** What guardians propose that the school should have on file of their students. */
@Injectable()
export class CorrectionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly corrections: CorrectionsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws RestrictedError
   * @throws NotAuthorizedError the student is not linked to the member
   * @throws LimitReachedError
   * @throws NotFoundError for a replay: it is not there for them any more
   */
  async create(
    member: Member,
    studentId: string,
    { field, proposed, comment }: CorrectionInput,
    replay?: Replay,
  ): Promise<CorrectionBody> {
    assertNotRestricted(member, studentId);
    return this.transactions.run(async (manager) => {
      const isMember = await this.corrections.lockAuthor(manager, member);
      const found = isMember && (await this.corrections.findPresent(manager, member, studentId, field));
      if (!found) throw new NotAuthorizedError('Only a guardian of the student may propose a correction.');
      if (replay) return this.getOne(member, replay.resultKey!, manager);
      if ((await this.corrections.countOpen(manager, member, studentId)) >= MAX_OPEN)
        throw new LimitReachedError(
          `A person has at most ${MAX_OPEN} open corrections for a student: wait until the school has settled some.`,
        );
      const correction = { studentId, field, present: found.present, proposed, comment: comment ?? null };
      const id = await this.corrections.insertCorrection(manager, member, correction, this.clock.now());
      record({ manager, member }, { kind: 'correction.created', id });
      return (await this.corrections.findOne(member, id, manager))!;
    });
  }

  /** @throws NotAuthorizedError a school is named of which the person is no active member */
  async listMine({ userId }: Account, { schoolId }: MyCorrectionsQuery): Promise<Corrections> {
    const now = this.clock.now();
    const isOwn =
      schoolId === undefined ||
      (isUuid(schoolId) && (await this.corrections.isMember(userId, schoolId, now)));
    if (!isOwn) throw new NotAuthorizedError();
    return { corrections: await this.corrections.findMine(userId, schoolId ?? null, now) };
  }

  private async getOne(
    member: Member,
    correctionId: string,
    manager: EntityManager,
  ): Promise<CorrectionBody> {
    const correction = await this.corrections.findOne(member, correctionId, manager);
    if (!correction) throw new NotFoundError();
    return correction;
  }
}
