import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import { record } from '../../../platform/journal/recorded-changes.js';
import type { RestrictedPairs } from '../../memberships/member-holdings.service.js';
import { RestrictedAnswersRepository } from './restricted-answers.repository.js';

/** Ends what a guardian has answered for a student from whom they are kept apart (contract section 21, rule 7). */
@Injectable()
export class RestrictedAnswers {
  constructor(
    private readonly answers: RestrictedAnswersRepository,
    private readonly clock: Clock,
  ) {}

  async end(manager: EntityManager, restricted: RestrictedPairs): Promise<void> {
    const { schoolId } = restricted;
    for (const id of await this.answers.endAnswers(manager, restricted, this.clock.now()))
      record({ manager, schoolId }, { kind: 'permission_slip.withdrawn', id });
  }
}
