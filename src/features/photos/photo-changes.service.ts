import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { outsideOperation } from '../../platform/audit/operation.js';
import { currentCaller } from '../../platform/auth/current-caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { requiresNew } from '../../platform/database/ambient-transaction.js';
import { FairQueue } from '../../platform/concurrency/fair-queue.js';
import { PhotoObjectsService } from './photo-objects.service.js';
import { type PhotoRecord, type PhotoSlot, toPhotoRecord } from './photo-slot.js';
import { PhotoStagingService, type StagingSlot } from './photo-staging.service.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

/** The part of a change that depends on the owner of the photo: the right and the rows. */
interface PhotoChange<Slots extends PhotoSlot[]> {
  /** First in every transaction: asks for the right, and says what is there from now on until the transaction ends. */
  lock: (manager: EntityManager) => Promise<Slots>;
}

interface PhotoPutting<Slots extends PhotoSlot[], T> extends PhotoChange<Slots> {
  put: (manager: EntityManager, slots: Slots, photo: PhotoRecord) => Promise<T>;
}

interface PhotoRemoval<Slots extends PhotoSlot[]> extends PhotoChange<Slots> {
  remove: (manager: EntityManager, slots: Slots) => Promise<void>;
}

/** Milliseconds that a photo waits for others to be stored. */
const MAX_WAIT_MS = 10_000;

/** Puts and deletes photos: rows and objects together, whatever fails in between. */
@Injectable()
export class PhotoChangesService {
  /** Those who hold a connection while the store takes the object: a store that hangs must not have all of them. */
  private readonly queue: FairQueue;

  constructor(
    private readonly transactions: Transactions,
    private readonly staging: PhotoStagingService,
    private readonly objects: PhotoObjectsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) { databasePoolSize }: Settings,
  ) {
    this.queue = new FairQueue(Math.max(1, Math.floor(databasePoolSize / 4)));
  }

  /**
   * Makes the upload the photo. The right is asked for again, since it may have been lost while the picture was looked
   * over.
   * @returns what `put` returns
   * @throws UnavailableError when too many others wait for the store
   * @throws ValidationFailedError as PhotoStagingService.accept
   */
  async confirm<Slots extends PhotoSlot[], T>(
    stagingSlot: StagingSlot,
    photoKey: string,
    { lock, put }: PhotoPutting<Slots, T>,
  ): Promise<T> {
    const upload = await this.staging.accept(stagingSlot, photoKey);
    const photo = toPhotoRecord(upload, this.clock.now());
    const announce = (): Promise<void> =>
      this.transactions.run(async (manager) =>
        this.objects.announce(manager, await lock(manager), upload.type),
      );
    await requiresNew(() => outsideOperation(announce));
    const { result, superfluous } = await this.queue.run(
      currentCaller(),
      () =>
        this.transactions.run(async (manager) => {
          const slots = await lock(manager);
          const result = await put(manager, slots, photo);
          return { result, superfluous: await this.objects.replace(manager, slots, upload) };
        }),
      MAX_WAIT_MS,
    );
    await this.staging.discard(stagingSlot, [upload.type]);
    await this.objects.removeNow(superfluous);
    return result;
  }

  async delete<Slots extends PhotoSlot[]>({ lock, remove }: PhotoRemoval<Slots>): Promise<void> {
    const superfluous = await this.transactions.run(async (manager) => {
      const slots = await lock(manager);
      await remove(manager, slots);
      return this.objects.remove(manager, slots);
    });
    await this.objects.removeNow(superfluous);
  }
}
