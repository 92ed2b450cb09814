import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import { record } from '../../../platform/journal/recorded-changes.js';
import type { Partings } from '../../memberships/member-holdings.service.js';
import { PartedAnswersRepository } from './parted-answers.repository.js';

/** Ends what a guardian has answered for a student from whom they are kept apart (contract section 21, rule 7). */
@Injectable()
export class PartedAnswers {
  constructor(
    private readonly answers: PartedAnswersRepository,
    private readonly clock: Clock,
  ) {}

  async end(manager: EntityManager, partings: Partings): Promise<void> {
    const { schoolId } = partings;
    for (const id of await this.answers.endAnswers(manager, partings, this.clock.now()))
      record({ manager, schoolId }, { kind: 'permission_slip.withdrawn', id });
  }
}
