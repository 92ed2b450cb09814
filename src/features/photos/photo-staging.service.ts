import { Injectable } from '@nestjs/common';
import { currentCaller } from '../../platform/auth/current-caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { FairQueue } from '../../platform/concurrency/fair-queue.js';
import { requiresNew } from '../../platform/database/ambient-transaction.js';
import { ValidationFailedError } from '../../platform/errors/app-error.js';
import {
  IMAGE_TYPES,
  ImageRefusedError,
  type ImageType,
  MAX_IMAGE_BYTES,
} from '../../platform/images/image-type.js';
import { prepareImage, type PreparedImage } from '../../platform/images/prepare-image.js';
import { assertRoomForAddress } from '../../platform/storage/unsaved-uploads.repository.js';
import { ObjectRemovals } from '../../platform/storage/object-removals.service.js';
import { ObjectStore, ObjectTooLargeError, STAGING_PREFIX } from '../../platform/storage/object-store.js';
import { UploadScanner } from '../../platform/storage/upload-scanner.js';
import { toPhotoUploadUrl, type PhotoUploadUrl } from './photo.dto.js';
import { keyOf, typeOfKey, type PhotoSlot } from './photo-slot.js';
import { type SmallPicture, smallPicturesOf } from './small-pictures.js';
import {
  ForeignPhotoKeyError,
  NothingUploadedError,
  photoRefused,
  PhotoTooLargeError,
  UnsupportedImageTypeError,
} from './photos.errors.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

/** Milliseconds: what nobody has confirmed by then is gone. */
const UNCONFIRMED_FOR = 24 * 60 * 60 * 1000;

/** So many uploads are in memory at once. */
const MAX_AT_ONCE = 4;

/** Where the uploads of one person for one target wait, and for whose slots they are meant. */
export interface StagingSlot {
  /** Below the staging prefix; begins with the id of the membership, or of the person, whose it is: nobody else's address leads here. */
  path: string;
  slots: PhotoSlot[];
}

export interface AcceptedUpload extends PreparedImage {
  type: ImageType;
  /** Small pictures; an empty list for photos that have none. */
  small: SmallPicture[];
}

/** Uploads between their address and their confirmation: nothing here is ever shown. */
@Injectable()
export class PhotoStagingService {
  private readonly queue = new FairQueue(MAX_AT_ONCE);

  constructor(
    private readonly transactions: Transactions,
    private readonly store: ObjectStore,
    private readonly removals: ObjectRemovals,
    private readonly clock: Clock,
    private readonly scanner: UploadScanner,
  ) {}

  /**
   * @throws UnsupportedImageTypeError
   * @throws LimitReachedError the person has too many that are not confirmed
   */
  async open({ path, slots }: StagingSlot, contentType: string): Promise<PhotoUploadUrl> {
    const type = IMAGE_TYPES.find((known) => known === contentType);
    if (!type) throw new UnsupportedImageTypeError();
    const key = stagedKey(path, type);
    const dueAt = new Date(this.clock.now().getTime() + UNCONFIRMED_FOR);
    // Before there is an address: what is uploaded to it is cleared away even if nobody ever asks again.
    await this.transactions.run(async (manager) => {
      await assertRoomForAddress(manager, path.split('/', 1)[0]!, { key, now: this.clock.now() });
      await this.removals.schedule(manager, [key], dueAt);
    });
    const address = await this.store.uploadAddress({ key, contentType: type, maxBytes: MAX_IMAGE_BYTES });
    return toPhotoUploadUrl(address, type, keyOf(slots[0]!.path, type));
  }

  /**
   * The upload for this key, checked and re-encoded. A refused upload is deleted.
   * @throws ForeignPhotoKeyError when the key is none of the slots' keys
   * @throws NothingUploadedError
   * @throws PhotoTooLargeError
   * @throws ValidationFailedError when the bytes are no such image, not one alone, or the scanner refuses them
   * @throws UnavailableError when the scanner says nothing of them
   */
  async accept(stagingSlot: StagingSlot, photoKey: string): Promise<AcceptedUpload> {
    const type = typeOfKey(stagingSlot.slots, photoKey);
    try {
      if (!type) throw new ForeignPhotoKeyError();
      return await this.queue.run(currentCaller(), async () => {
        const image = await this.prepared(stagingSlot, type);
        const hasSmall = stagingSlot.slots.some((slot) => slot.hasSmall !== null);
        return { ...image, type, small: hasSmall ? await smallPicturesOf(image.bytes) : [] };
      });
    } catch (error) {
      // Not after an outage: the upload is as good as it was. Where there is none, it may still come.
      const isRefused = error instanceof ValidationFailedError && !(error instanceof NothingUploadedError);
      if (isRefused) await requiresNew(() => this.discard(stagingSlot, type ? [type] : IMAGE_TYPES));
      throw error;
    }
  }

  /** Never throws: what stays behind is due in a day. */
  async discard({ path }: StagingSlot, types: ImageType[]): Promise<void> {
    const keys = types.map((type) => stagedKey(path, type));
    await this.removals.hasten(keys);
    await this.removals.removeNow(keys);
  }

  private async prepared(stagingSlot: StagingSlot, type: ImageType): Promise<PreparedImage> {
    try {
      const upload = await this.store.read(stagedKey(stagingSlot.path, type), MAX_IMAGE_BYTES);
      if (!upload) throw new NothingUploadedError();
      await this.scanner.assertClean(upload.bytes);
      return await prepareImage(upload.bytes, type);
    } catch (error) {
      if (error instanceof ObjectTooLargeError) throw new PhotoTooLargeError();
      throw error instanceof ImageRefusedError ? photoRefused(error) : error;
    }
  }
}

const stagedKey = (path: string, type: ImageType): string => keyOf(`${STAGING_PREFIX}${path}`, type);
