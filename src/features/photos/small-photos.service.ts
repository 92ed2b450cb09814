import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MAX_IMAGE_BYTES } from '../../platform/images/image-type.js';
import { BackgroundJobs } from '../../platform/jobs/background-jobs.js';
import { ObjectStore, ObjectTooLargeError } from '../../platform/storage/object-store.js';
import { PhotoObjectsService } from './photo-objects.service.js';
import { keyOf } from './photo-slot.js';
import { type DuePhoto, SmallPhotosRepository } from './small-photos.repository.js';
import { type SmallPicture, smallPicturesOf } from './small-pictures.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

const MINUTE_MS = 60_000;

/** Photos of one round. */
const AT_ONCE = 20;

/**
 * Makes the small pictures of the photos that were there before there were any, or that an older version has put since:
 * one after the other, behind the requests. Until then the photo itself is shown.
 */
@Injectable()
export class SmallPhotosService implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly photos: SmallPhotosRepository,
    private readonly objects: PhotoObjectsService,
    private readonly store: ObjectStore,
    private readonly jobs: BackgroundJobs,
  ) {}

  onModuleInit(): void {
    this.jobs.add({ name: 'small photos', everyMs: MINUTE_MS, round: (signal) => this.makeSome(signal) });
  }

  /** @returns whether there may be more */
  async makeSome(signal?: AbortSignal): Promise<boolean> {
    const due = await this.photos.findDuePhotos(AT_ONCE);
    for (const photo of due) {
      if (signal?.aborted) return false;
      await this.make(photo);
    }
    return due.length === AT_ONCE;
  }

  /** @throws UnavailableError when the store cannot be asked: the photo stays due */
  private async make(photo: DuePhoto): Promise<void> {
    // Outside the transaction: the connections are for requests.
    const pictures = await this.picturesOf(photo);
    await this.transactions.run(async (manager) => {
      if (!(await this.photos.lockDuePhoto(manager, photo))) return;
      await this.objects.putSmall(manager, photo.slot, pictures);
      await this.photos.settle(manager, photo, pictures.length > 0);
    });
  }

  /**
   * Small pictures of a photo; an empty list where the object is missing or is no picture: that settles it too, and stops
   * nothing.
   */
  private async picturesOf({ slot: { path, storedType } }: DuePhoto): Promise<SmallPicture[]> {
    try {
      const object = await this.store.read(keyOf(path, storedType!), MAX_IMAGE_BYTES);
      return object ? await smallPicturesOf(object.bytes) : [];
    } catch (error) {
      if (error instanceof ObjectTooLargeError) return [];
      throw error;
    }
  }
}
