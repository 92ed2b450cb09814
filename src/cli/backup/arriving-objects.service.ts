import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import { ObjectRemovals } from '../../platform/storage/object-removals.service.js';
import { BrokenBackupError, type SchoolArchive } from './backup-format.js';
import type { Progress } from './backup.service.js';
import { ReturningObjects } from './returning-objects.service.js';
import type { NamedObject } from './snapshot.repository.js';

/** Milliseconds. */
const UNUSED_FOR = 24 * 60 * 60 * 1000;

/** The objects of one school on their way into a store that others use. */
@Injectable()
export class ArrivingObjects {
  constructor(
    private readonly objects: ReturningObjects,
    private readonly removals: ObjectRemovals,
    private readonly clock: Clock,
  ) {}

  /**
   * They come before the people: whoever has an account at both places need not wait for them.
   * @param work whose failure takes them back
   */
  async putBefore<T>(
    manager: EntityManager,
    archive: SchoolArchive,
    progress: Progress,
    work: () => Promise<T>,
  ): Promise<T> {
    await this.removals.keep(manager, Object.keys(archive.manifest.objects));
    return this.objects.putBefore(archive, progress, work);
  }

  /** Every object of the file is one that its rows name; what nothing uses yet goes, as it would have done there. */
  async settle(
    manager: EntityManager,
    { path, manifest }: SchoolArchive,
    named: NamedObject[],
  ): Promise<void> {
    const keys = new Set(named.map(({ key }) => key));
    if (!Object.keys(manifest.objects).every((key) => keys.has(key)))
      throw new BrokenBackupError(path, 'it has objects that none of its rows names');
    const unused = named.filter(({ required }) => !required).map(({ key }) => key);
    await this.removals.schedule(manager, unused, new Date(this.clock.now().getTime() + UNUSED_FOR));
  }
}
