import { Injectable } from '@nestjs/common';
import {
  type ChangeForMember,
  type JournalPoint,
  JournalReadingRepository,
} from './journal-reading.repository.js';

export type { ChangeForMember, JournalPoint } from './journal-reading.repository.js';

/** The journal of a school as one member may read it. */
@Injectable()
export class JournalReading {
  constructor(private readonly journal: JournalReadingRepository) {}

  /** The place of the newest row that can be read: every row before it can be read as well. */
  findHead(schoolId: string): Promise<JournalPoint> {
    return this.journal.findHead(schoolId);
  }

  /**
   * Whether this journal has been at that position: it has not where the database was set back to a backup, or the school came from
   * elsewhere, since. A row that is too old to be kept is taken for the one that was meant.
   */
  async hasBeenAt(schoolId: string, position: JournalPoint, head: JournalPoint): Promise<boolean> {
    if (position.sequence > head.sequence) return false;
    if (position.sequence === 0) return true;
    const found = await this.journal.findTransactionAt(schoolId, position.sequence);
    return found === null || position.transactionId === null || found === position.transactionId;
  }

  /** Rows after one number and up to another that may concern the member, in the order of commits. */
  readForMember(
    member: { schoolId: string; membershipId: string },
    range: { after: number; until: number; limit: number },
  ): Promise<ChangeForMember[]> {
    return this.journal.readForMember(member, range);
  }
}
