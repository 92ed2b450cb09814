import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { BackupRecordsRepository, CLOCK_TOLERANCE_MS } from '../database/backup-records.repository.js';
import { Metrics } from './metrics.service.js';

/** How long ago the installation was backed up by the command. Every process says the same: the table is the same. */
@Injectable()
export class BackupGauge implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly backups: BackupRecordsRepository,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const help = 'Age of the newest backup that was made and read back; absent while there is none.';
    this.metrics.gauge('backup_age_seconds', help, () => this.age(), 'max');
  }

  private async age(): Promise<number | null> {
    const now = this.clock.now().getTime();
    const newest = await this.backups.findNewest(new Date(now + CLOCK_TOLERANCE_MS));
    return newest ? Math.max(0, (now - newest.madeAt.getTime()) / 1000) : null;
  }
}
