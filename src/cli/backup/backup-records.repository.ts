import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { outsideOperation } from '../../platform/audit/operation.js';

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
      this.dataSource.query('insert into backups (made_at, address, is_encrypted) values ($1, $2, $3)', [
        madeAt,
        address,
        isEncrypted,
      ]),
    );
  }

  async newest(): Promise<MadeBackup | undefined> {
    const [made] = await this.dataSource.query<MadeBackup[]>(
      `select made_at as "madeAt", address, is_encrypted as "isEncrypted" from backups order by made_at desc limit 1`,
    );
    return made;
  }
}
