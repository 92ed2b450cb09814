import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { record } from '../../platform/journal/recorded-changes.js';
import { StaffEntriesRepository } from './staff-entries.repository.js';

/** Entries of the staff directory, which shows whether one is a member and has a photo. */
@Injectable()
export class StaffEntries {
  constructor(private readonly entries: StaffEntriesRepository) {}

  /** Says in the journal that the entries of this account are shown differently in these schools. */
  async recordChangeOf(manager: EntityManager, userId: string, schoolIds: string[]): Promise<void> {
    for (const { schoolId, id } of await this.entries.findOfAccount(manager, userId, schoolIds))
      record({ manager, schoolId }, { kind: 'staff_member.changed', id });
  }
}
