import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PhotoObjectsService } from './photo-objects.service.js';
import { ParentPhotosRepository } from './parent-photos.repository.js';

/** Removes or retains photos when people leave. */
@Injectable()
export class OffboardingPhotosService {
  constructor(
    private readonly photos: ParentPhotosRepository,
    private readonly objects: PhotoObjectsService,
  ) {}

  /**
   * Removes a member's photo at this school, in the transaction that removes the membership. It locks the membership:
   * whoever locks several in an order of their own does so before.
   */
  async removeParentPhotos(
    manager: EntityManager,
    member: { schoolId: string; membershipId: string },
  ): Promise<void> {
    const slot = await this.photos.lockOne(manager, member);
    if (!slot) return;
    await this.photos.remove(manager, [slot]);
    await this.objects.remove(manager, [slot]);
  }
}
