import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { isBrought } from './brought-value.js';
import { SettlementsRepository } from './settlements.repository.js';

/** Corrections that are compared at once: a school may have any number. */
const BATCH = 1_000;

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Closes corrections whose value an import has brought (contract section 24, rule 2). */
@Injectable()
export class CorrectionImporter {
  constructor(
    private readonly settlements: SettlementsRepository,
    private readonly clock: Clock,
  ) {}

  /** In the transaction of the import, once the students are written. It reads open corrections alone, however large the school is. */
  async closeBrought(manager: EntityManager, schoolId: string): Promise<void> {
    let after = BEFORE_ALL;
    for (;;) {
      const open = await this.settlements.findOpen(manager, schoolId, { after, limit: BATCH });
      const brought = open.filter((one) => one.isListed && isBrought(one)).map(({ id }) => id);
      if (brought.length > 0) await this.close(manager, schoolId, brought);
      if (open.length < BATCH) return;
      after = open.at(-1)!.id;
    }
  }

  private async close(manager: EntityManager, schoolId: string, ids: string[]): Promise<void> {
    const closed = await this.settlements.closeOpen(manager, schoolId, ids, this.clock.now());
    for (const { id, readers } of closed)
      record({ manager, schoolId }, { kind: 'correction.settled', id, ids: { members: readers } });
  }
}
