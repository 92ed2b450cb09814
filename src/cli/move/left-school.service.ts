import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { ObjectRemovals } from '../../platform/storage/object-removals.service.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import type { Destination } from './destination.repository.js';
import type { LeavingSchool } from './leaving-school.js';
import { LeavingSchoolRepository } from './leaving-school.repository.js';
import { assertNotElsewhere, refused } from './move-refusals.js';

/** What a school that has moved has left where it was. */
@Injectable()
export class LeftSchoolService {
  constructor(
    private readonly leaving: LeavingSchoolRepository,
    private readonly removals: ObjectRemovals,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Removes its rows and objects. The trail of what was done here stays, and so do accounts: they are of people.
   * @throws CommandRefusedError unless it is at the other installation
   */
  remove(school: LeavingSchool, to: Destination): Promise<void> {
    const { id } = school;
    return this.leaving.alone(id, async () => {
      assertNotElsewhere(school, (await to.facts()).identity);
      if (!school.movedAt || !(await to.hasSchool(id)))
        throw refused('The school has not moved to the other installation.');
      const keys = (await this.leaving.objectsOf(id)).map(({ key }) => key);
      await this.transactions.run(async (manager) => {
        await this.removals.schedule(manager, keys, this.clock.now());
        await this.leaving.removeMoved(manager, id);
      });
    });
  }
}
