import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { chunks } from '../../platform/database/chunks.js';
import { addCounts, noCounts, type RowCounts } from '../../platform/import-report.js';
import type { ImportedStaff } from './staff-member.columns.js';
import { StaffImportRepository, type StaffImportTarget } from './staff-import.repository.js';

/**
 * The way in for a staff directory from outside, in sets and inside the caller's transaction. It writes
 * entries of the directory only: never a membership, never a right. As with the roster, an entry whose digest
 * is the stored one is left as it is.
 */
@Injectable()
export class StaffImporter {
  constructor(private readonly repository: StaffImportRepository) {}

  /** Creates, updates (digest differs) and revives entries by (school, source, source id). */
  async importStaff(
    manager: EntityManager,
    target: StaffImportTarget & { staff: Iterable<ImportedStaff> },
  ): Promise<RowCounts> {
    const outcome = noCounts();
    for (const staff of chunks(target.staff, CHUNK)) {
      addCounts(outcome, await this.repository.writeStaff(manager, { ...target, staff }));
    }
    return outcome;
  }

  archiveStaff(
    manager: EntityManager,
    target: StaffImportTarget & { sourceIds: string[]; now: Date },
  ): Promise<number> {
    return this.repository.archiveStaff(manager, target);
  }

  activeSourceIds(manager: EntityManager, target: StaffImportTarget): Promise<string[]> {
    return this.repository.activeSourceIds(manager, target);
  }
}

const CHUNK = 2_000;
