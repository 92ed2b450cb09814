import { Injectable } from '@nestjs/common';
import { DataSource, LessThanOrEqual } from 'typeorm';
import { outsideOperation } from '../audit/operation.js';
import { BackupRecord } from './backup-record.entity.js';

/** Milliseconds by which clocks of machines may differ. */
export const CLOCK_TOLERANCE_MS = 60 * 60 * 1000;

export interface MadeBackup {
  madeAt: Date;
  address: string;
  isEncrypted: boolean;
}

@Injectable()
export class BackupRecordsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The command itself is what the trail tells of. */
  async add({ madeAt, address, isEncrypted }: MadeBackup): Promise<void> {
    await outsideOperation(() =>
      this.dataSource.getRepository(BackupRecord).insert({ madeAt, address, isEncrypted }),
    );
  }

  /** The newest that was made by then (UTC). One that is dated later has the date of a clock that was wrong. */
  async findNewest(moment: Date): Promise<MadeBackup | undefined> {
    const [made] = await this.dataSource
      .getRepository(BackupRecord)
      .find({ where: { madeAt: LessThanOrEqual(moment) }, order: { madeAt: 'desc' }, take: 1 });
    return made;
  }
}
