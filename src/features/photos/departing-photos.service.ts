import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ParentPhotosRepository } from './parent-photos.repository.js';
import { PhotoObjectsService } from './photo-objects.service.js';

/** What becomes of photos when people go. */
@Injectable()
export class DepartingPhotosService {
  constructor(
    private readonly photos: ParentPhotosRepository,
    private readonly objects: PhotoObjectsService,
  ) {}

  /**
   * Removes a member's photo at this school, in the transaction that removes the membership. It locks the membership:
   * whoever locks several in an order of their own does so before.
   */
  async removeParentPhotos(manager: EntityManager, membershipId: string): Promise<void> {
    const slot = await this.photos.lockOne(manager, membershipId);
    if (!slot) return;
    await this.photos.remove(manager, [slot]);
    await this.objects.remove(manager, [slot]);
  }
}
