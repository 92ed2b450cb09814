import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import { NotFoundError, NotAuthorizedError } from '../../platform/errors/app-error.js';
import type { ImageType } from '../../platform/images/image-type.js';
import { ObjectRemovals } from '../../platform/storage/object-removals.service.js';
import { ObjectStore } from '../../platform/storage/object-store.js';
import { toPhotoDownloadUrl, type PhotoDownloadUrl } from './photo.dto.js';
import { keyOf, type PhotoSlot } from './photo-slot.js';
import type { Member } from '../../platform/auth/caller.js';
import { ParentPhotosRepository } from './parent-photos.repository.js';
import { StudentPhotosRepository } from './student-photos.repository.js';

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
   * @throws NotFoundError when there is none
   */
  async downloadUrl({ path, present }: PhotoSlot): Promise<PhotoDownloadUrl> {
    if (!present) throw new NotFoundError();
    return toPhotoDownloadUrl(await this.store.downloadAddress(keyOf(path, present)));
  }

  /**
   * In a transaction before the one that writes: should that one never commit, what it wrote has no row and goes. A key
   * whose photo is shown is left alone.
   */
  announce(manager: EntityManager, slots: PhotoSlot[], type: ImageType): Promise<void> {
    const keys = slots.filter(({ present }) => present !== type).map(({ path }) => keyOf(path, type));
    return this.removals.schedule(manager, keys, new Date(this.clock.now().getTime() + UNUSED_FOR));
  }

  /** @returns the keys that are superfluous now, for `removeNow` after the commit */
  async replace(
    manager: EntityManager,
    slots: PhotoSlot[],
    image: { bytes: Buffer; type: ImageType },
  ): Promise<string[]> {
    const object = { bytes: image.bytes, contentType: image.type };
    const keys = slots.map(({ path }) => keyOf(path, image.type));
    await this.removals.keep(manager, keys);
    for (const key of keys) await this.store.write(key, object);
    return this.remove(
      manager,
      slots.filter(({ present }) => present !== image.type),
    );
  }

  /** @returns the keys that are superfluous now, for `removeNow` after the commit */
  async remove(manager: EntityManager, slots: PhotoSlot[]): Promise<string[]> {
    const keys = slots.flatMap(({ path, present }) => (present ? [keyOf(path, present)] : []));
    await this.removals.schedule(manager, keys, this.clock.now());
    return keys;
  }

  /** Never throws: what cannot be removed now is removed by the next sweep. */
  removeNow(keys: string[]): Promise<void> {
    return this.removals.removeNow(keys);
  }
}

/** Addresses to show a photo from: an unknown or hidden person is 403, one without a photo 404 (decision b). */
@Injectable()
export class PhotoDownloadsService {
  constructor(
    private readonly students: StudentPhotosRepository,
    private readonly parents: ParentPhotosRepository,
    private readonly objects: PhotoObjectsService,
  ) {}

  /**
   * @throws NotAuthorizedError when the student is not visible
   * @throws NotFoundError when there is no photo
   */
  async ofStudent(member: Member, studentId: string): Promise<PhotoDownloadUrl> {
    return this.addressOf(await this.students.findVisible(member, studentId));
  }

  /**
   * @param parentId of a membership
   * @throws NotAuthorizedError when the school has no such active member
   * @throws NotFoundError when there is no photo
   */
  async ofParent(member: Member, parentId: string): Promise<PhotoDownloadUrl> {
    return this.addressOf(await this.parents.findVisible(member, parentId));
  }

  private async addressOf(slot: PhotoSlot | null): Promise<PhotoDownloadUrl> {
    if (!slot) throw new NotAuthorizedError();
    return this.objects.downloadUrl(slot);
  }
}
