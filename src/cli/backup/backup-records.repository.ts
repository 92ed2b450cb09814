import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { outsideOperation } from '../../platform/audit/operation.js';
import { BackupRecord } from '../../platform/database/backup-record.entity.js';

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

  async newest(): Promise<MadeBackup | undefined> {
    const [made] = await this.dataSource
      .getRepository(BackupRecord)
      .find({ order: { madeAt: 'desc' }, take: 1 });
    return made;
  }
}
