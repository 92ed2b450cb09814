import { resolve } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { type BackupLocation, openBackupLocation, nameOfBackup } from './backup-location.js';
import { BackupRecordsRepository } from '../../platform/database/backup-records.repository.js';
import { BackupService, type BackupReport, type Progress } from './backup.service.js';
import { superfluous, type Keeping } from './keeping.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { BACKUPS_LOCK } from '../../platform/database/advisory-locks.js';
import { withAdvisoryLock } from '../../platform/database/with-advisory-lock.js';

export interface RotationReport extends BackupReport {
  /** The address of the new one. */
  backup: string;
  /** Addresses of those that went, oldest first. */
  removed: string[];
}

/** Backups of the whole installation, each of which is noted, so that it is noticed when there are none. */
@Injectable()
export class BackupsService {
  constructor(
    private readonly backups: BackupService,
    private readonly records: BackupRecordsRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * @param path new; a file that is there is never written over
   * @param recipient who alone can read it: a public key of age
   * @throws CommandRefusedError, after which there is no file
   * @throws UnavailableError when the object store does not answer
   */
  async into(path: string, progress: Progress, recipient?: string): Promise<BackupReport> {
    const madeAt = this.clock.now();
    const report = await this.backups.run(path, progress, { recipient });
    await this.records.add({ madeAt, address: resolve(path), isEncrypted: recipient !== undefined });
    return report;
  }

  /**
   * A new one beside those of before, of which those go that nobody keeps. Nothing goes unless there is a new one that was read
   * back, which stays. One command at a time: two would have one name in one second, and remove what the other writes.
   * @param to a folder, or one of a bucket
   * @param keeping null: all of them stay
   * @throws CommandRefusedError, after which everything is as it was
   * @throws UnavailableError when the object store does not answer
   */
  async add(
    to: string,
    progress: Progress,
    options: { keeping: Keeping | null; recipient?: string },
  ): Promise<RotationReport> {
    const location = await openBackupLocation(to, this.settings);
    const work = (): Promise<RotationReport> => this.addTo(location, progress, options);
    const turn = await withAdvisoryLock(this.settings.databaseUrl!, BACKUPS_LOCK, work);
    if (turn) return turn.done;
    throw new CommandRefusedError(
      'Another backup of this installation is being made: there is no second one. Wait until that has ended.',
    );
  }

  private async addTo(
    location: BackupLocation,
    progress: Progress,
    { keeping, recipient }: { keeping: Keeping | null; recipient?: string },
  ): Promise<RotationReport> {
    await location.removeParts();
    const madeAt = this.clock.now();
    const isEncrypted = recipient !== undefined;
    const name = nameOfBackup(this.settings.siteUrl, madeAt, isEncrypted);
    const report = await location.put(name, (path) => this.backups.run(path, progress, { recipient }));
    const backup = location.addressOf(name);
    await this.records.add({ madeAt, address: backup, isEncrypted });
    const removed = keeping ? await removeOld(location, keeping, name) : [];
    return { ...report, backup, removed };
  }
}

/** @returns addresses of those that went @throws CommandRefusedError where the store removes nothing, which harms no backup */
async function removeOld(location: BackupLocation, keeping: Keeping, name: string): Promise<string[]> {
  const removed: string[] = [];
  try {
    for (const old of superfluous(await location.list(), keeping, name)) {
      await location.remove(old.name);
      removed.push(location.addressOf(old.name));
    }
  } catch (error) {
    if (!(error instanceof CommandRefusedError)) throw error;
    throw new CommandRefusedError(
      `The backup ${location.addressOf(name)} is made and whole, but old ones could not be removed: ${error.message}`,
    );
  }
  return removed;
}
