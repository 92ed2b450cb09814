import { Injectable } from '@nestjs/common';
import {
  type ChangeForMember,
  type JournalPlace,
  JournalReadingRepository,
} from './journal-reading.repository.js';

export type { ChangeForMember, JournalPlace } from './journal-reading.repository.js';

/** The journal of a school as one member may read it. */
@Injectable()
export class JournalReading {
  constructor(private readonly journal: JournalReadingRepository) {}

  /** The place of the newest row that can be read: every row before it can be read as well. */
  findHead(schoolId: string): Promise<JournalPlace> {
    return this.journal.findHead(schoolId);
  }

  /**
   * Whether this journal has been at that place: it has not where the database was set back to a backup, or the school came from
   * elsewhere, since. A row that is too old to be kept is taken for the one that was meant.
   */
  async hasBeenAt(schoolId: string, place: JournalPlace, head: JournalPlace): Promise<boolean> {
    if (place.sequence > head.sequence) return false;
    if (place.sequence === 0) return true;
    const found = await this.journal.findTransactionAt(schoolId, place.sequence);
    return found === null || place.transactionId === null || found === place.transactionId;
  }

  /** Rows after one number and up to another that may concern the member, in the order of commits. */
  readForMember(
    member: { schoolId: string; membershipId: string },
    range: { after: number; until: number; limit: number },
  ): Promise<ChangeForMember[]> {
    return this.journal.readForMember(member, range);
  }
}
