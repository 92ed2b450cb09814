import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import type { ImageType } from '../../platform/images/image-type.js';
import { ObjectRemovals } from '../../platform/storage/object-removals.service.js';
import { ObjectStore } from '../../platform/storage/object-store.js';
import { toPhotoDownloadUrl, type PhotoDownloadUrl } from './photo.dto.js';
import { keyOf, type PhotoSlot, SMALL_TYPE, smallKeyOf, smallKeysOf, type SmallSide } from './photo-slot.js';
import type { SmallPicture } from './small-pictures.js';

/** Milliseconds: an object that was written for a transaction that never came is gone by then. */
const UNUSED_FOR = 24 * 60 * 60 * 1000;

/**
 * The objects of the photos that are shown. Every change happens under the lock of what the slots belong to, so that
 * row and object agree; the slots say what was there when the lock was taken.
 */
@Injectable()
export class PhotoObjectsService {
  constructor(
    private readonly store: ObjectStore,
    private readonly removals: ObjectRemovals,
    private readonly clock: Clock,
  ) {}

  /**
   * An address to show the photo from.
   * @param size of the picture; the photo itself stands in for one that is not there
   * @throws NotFoundError when there is none
   */
  async downloadUrl({ path, storedType, hasSmall }: PhotoSlot, size?: SmallSide): Promise<PhotoDownloadUrl> {
    if (!storedType) throw new NotFoundError();
    const key = size && hasSmall ? smallKeyOf(path, size) : keyOf(path, storedType);
    return toPhotoDownloadUrl(await this.store.downloadAddress(key));
  }

  /**
   * In a transaction before the one that writes: should that one never commit, what it wrote has no row and goes. A key
   * whose photo is shown is left alone.
   */
  announce(manager: EntityManager, slots: PhotoSlot[], type: ImageType): Promise<void> {
    const keys = [
      ...slots.filter(({ storedType }) => storedType !== type).map(({ path }) => keyOf(path, type)),
      ...slots.filter(({ storedType }) => !storedType).flatMap(smallKeysOf),
    ];
    return this.removals.schedule(manager, keys, new Date(this.clock.now().getTime() + UNUSED_FOR));
  }

  /** @returns the keys that are superfluous now, for `removeNow` after the commit */
  async replace(
    manager: EntityManager,
    slots: PhotoSlot[],
    image: { bytes: Buffer; type: ImageType; small: SmallPicture[] },
  ): Promise<string[]> {
    const object = { bytes: image.bytes, contentType: image.type };
    const keys = slots.map(({ path }) => keyOf(path, image.type));
    await this.removals.keep(manager, keys);
    for (const key of keys) await this.store.write(key, object);
    if (image.small.length > 0) for (const slot of slots) await this.putSmall(manager, slot, image.small);
    const superfluous = [
      ...slots.flatMap(({ path, storedType }) =>
        storedType && storedType !== image.type ? [keyOf(path, storedType)] : [],
      ),
      ...(image.small.length > 0 ? [] : slots.flatMap(smallKeysOf)),
    ];
    await this.removals.schedule(manager, superfluous, this.clock.now());
    return superfluous;
  }

  /** Beside the photo of the slot. */
  async putSmall(manager: EntityManager, { path }: PhotoSlot, pictures: SmallPicture[]): Promise<void> {
    await this.removals.keep(
      manager,
      pictures.map(({ side }) => smallKeyOf(path, side)),
    );
    for (const { side, bytes } of pictures)
      await this.store.write(smallKeyOf(path, side), { bytes, contentType: SMALL_TYPE });
  }

  /** @returns the keys that are superfluous now, for `removeNow` after the commit */
  async remove(manager: EntityManager, slots: PhotoSlot[]): Promise<string[]> {
    const keys = slots.flatMap((slot) =>
      slot.storedType ? [keyOf(slot.path, slot.storedType), ...smallKeysOf(slot)] : [],
    );
    await this.removals.schedule(manager, keys, this.clock.now());
    return keys;
  }

  /** Never throws: what cannot be removed now is removed by the next sweep. */
  removeNow(keys: string[]): Promise<void> {
    return this.removals.removeNow(keys);
  }
}
