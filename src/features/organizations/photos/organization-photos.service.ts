import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { record } from '../../../platform/journal/recorded-changes.js';
import { SerializedJson } from '../../../platform/http/prepared-json.js';
import { PhotoChangesService } from '../../photos/photo-changes.service.js';
import { PhotoObjectsService } from '../../photos/photo-objects.service.js';
import { organizationSlot, type PhotoSlot } from '../../photos/photo-slot.js';
import { PhotoStagingService, type StagingSlot } from '../../photos/photo-staging.service.js';
import { ForeignPhotoKeyError } from '../../photos/photos.errors.js';
import type { Replay } from '../../idempotency/replay.js';
import { OrganizationAccessService } from '../../../platform/auth/organization-access.service.js';
import type {
  OrganizationPhotoBody,
  OrganizationPhotoInput,
  PhotoDownloadUrl,
  PhotoUploadRequest,
  PhotoUploadUrl,
} from '../organization.dto.js';
import {
  OrganizationPhotosRepository,
  TooManyOrganizationPhotosError,
} from './organization-photos.repository.js';

/** Photos of one organization (contract section 6, rule 8). */
const MAX_PHOTOS = 200;

/**
 * The photos of an organization. The upload address names the photo: the id in its key is the photo's from then on.
 * Writing is NotAuthorizedError for everyone but a manager of the organization.
 */
@Injectable()
export class OrganizationPhotosService {
  constructor(
    private readonly access: OrganizationAccessService,
    private readonly photos: OrganizationPhotosRepository,
    private readonly staging: PhotoStagingService,
    private readonly changes: PhotoChangesService,
    private readonly objects: PhotoObjectsService,
  ) {}

  async list(member: Member, organizationId: string): Promise<SerializedJson> {
    return new SerializedJson(await this.photos.findPhotos(member, organizationId));
  }

  /** @throws UnsupportedImageTypeError */
  async openUpload(
    member: Member,
    organizationId: string,
    { content_type }: PhotoUploadRequest,
  ): Promise<PhotoUploadUrl> {
    await this.access.assertManager(member, organizationId);
    return this.staging.open(
      stagingSlotOf(member, organizationSlot(organizationId, randomUUID())),
      content_type,
    );
  }

  /**
   * Makes an upload of the caller's own a photo.
   * @throws ForeignPhotoKeyError for a key that is none of this organization, or whose photo is there already
   * @throws TooManyOrganizationPhotosError
   * @throws ValidationFailedError as PhotoStagingService.accept
   */
  async confirm(
    member: Member,
    organizationId: string,
    { photo_key, caption = null }: OrganizationPhotoInput,
    replay?: Replay,
  ): Promise<OrganizationPhotoBody> {
    await this.access.assertManager(member, organizationId);
    if (replay) return this.confirmed(member, organizationId, replay);
    const slot = await this.freeSlot(member, organizationId, photoIdIn(photo_key));
    return this.changes.confirm(stagingSlotOf(member, slot), photo_key, {
      lock: (manager) => this.lockWithRoom(manager, member, organizationId, slot.ownerId),
      put: (manager, [free], photo) => {
        record({ manager, member }, { kind: 'organization.changed', id: organizationId });
        return this.photos.addPhoto(manager, member, organizationId, free, { ...photo, caption });
      },
    });
  }

  private async confirmed(
    member: Member,
    organizationId: string,
    { resultKey }: Replay,
  ): Promise<OrganizationPhotoBody> {
    const photo = await this.photos.findBody(member, organizationId, resultKey);
    if (!photo) throw new NotFoundError();
    return photo;
  }

  /** @throws NotFoundError when there is no such photo, or not any more */
  delete(member: Member, organizationId: string, photoId: string): Promise<void> {
    return this.changes.delete({
      lock: (manager) => this.lockTaken(manager, member, organizationId, photoId),
      remove: (manager, [slot]) => {
        record({ manager, member }, { kind: 'organization.changed', id: organizationId });
        return this.photos.removePhoto(manager, member, slot);
      },
    });
  }

  /** @throws NotFoundError when there is no such photo */
  async downloadUrl(member: Member, organizationId: string, photoId: string): Promise<PhotoDownloadUrl> {
    return this.objects.downloadUrl(await this.takenSlot(member, organizationId, photoId));
  }

  private async lockWithRoom(
    manager: EntityManager,
    member: Member,
    organizationId: string,
    photoId: string,
  ): Promise<[PhotoSlot]> {
    await this.access.lockAsManager(manager, member, organizationId);
    const slot = await this.freeSlot(member, organizationId, photoId, manager);
    if ((await this.photos.countPhotos(manager, member, organizationId)) >= MAX_PHOTOS)
      throw new TooManyOrganizationPhotosError(MAX_PHOTOS);
    return [slot];
  }

  private async lockTaken(
    manager: EntityManager,
    member: Member,
    organizationId: string,
    photoId: string,
  ): Promise<[PhotoSlot]> {
    await this.access.lockAsManager(manager, member, organizationId);
    return [await this.takenSlot(member, organizationId, photoId, manager)];
  }

  private async freeSlot(
    member: Member,
    organizationId: string,
    photoId: string,
    manager?: EntityManager,
  ): Promise<PhotoSlot> {
    const slot = await this.photos.findSlot(member, organizationId, photoId, manager);
    if (slot.storedType) throw new ForeignPhotoKeyError();
    return slot;
  }

  private async takenSlot(
    member: Member,
    organizationId: string,
    photoId: string,
    manager?: EntityManager,
  ): Promise<PhotoSlot> {
    const slot = isUuid(photoId) && (await this.photos.findSlot(member, organizationId, photoId, manager));
    if (!slot || !slot.storedType) throw new NotFoundError();
    return slot;
  }
}

/** The staging slot of one person and one photo: upload addresses of other people do not lead there. */
const stagingSlotOf = ({ membershipId }: Member, slot: PhotoSlot): StagingSlot => ({
  path: `${membershipId}/${slot.path}`,
  slots: [slot],
});

/** Whether the rest of the key fits is for the staging place to say. */
function photoIdIn(key: string): string {
  const photoId = key.split('/')[2]?.split('.')[0];
  if (!isUuid(photoId)) throw new ForeignPhotoKeyError();
  return photoId;
}
