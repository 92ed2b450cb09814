import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { embeddedImageIds } from '../../platform/rich-text/rich-text.js';
import { ObjectRemovals } from '../../platform/storage/object-removals.service.js';
import { EmbeddedImagesRepository } from './embedded-images.repository.js';
import { UNUSED_RETENTION_MS } from './image-key.js';
import { UnknownImageError } from './embedded-images.errors.js';

/** A rich text of an item before and after a change, as it is stored; null where there is none. */
export interface TextChange {
  /** The field in the request, for the error. */
  field: string;
  before: string | null;
  after: string | null;
}

/**
 * Which images the texts of items embed: called by everything that writes rich text, in its transaction and after the
 * item was written. What counts in the end is what is stored, so that two items may embed the same image, and several
 * texts of one item may be given as one, joined.
 */
@Injectable()
export class ImageEmbeddingService {
  constructor(
    private readonly images: EmbeddedImagesRepository,
    private readonly removals: ObjectRemovals,
    private readonly clock: Clock,
  ) {}

  /**
   * A text that a member has written, changed or, with `after` null, deleted.
   * @throws UnknownImageError the text embeds an image that is not there for the caller, and did not before
   */
  async change(manager: EntityManager, member: Member, { field, before, after }: TextChange): Promise<void> {
    const [old, next] = [embeddedImageIds(before ?? ''), embeddedImageIds(after ?? '')];
    const added = next.filter((id) => !old.includes(id));
    const dropped = old.filter((id) => !next.includes(id));
    const touched = [...added, ...dropped];
    if (touched.length === 0) return;
    await this.images.lockImages(manager, member.schoolId, touched);
    const now = this.clock.now();
    const allowed = added.length > 0 ? await this.images.findEmbeddable(manager, member, added, now) : [];
    if (allowed.length < added.length) throw new UnknownImageError(field);
    await this.updateUse(manager, member.schoolId, touched, now);
  }

  /**
   * Updates embedding after an import, which is trusted with every image of the school.
   * @param texts all that were touched, before and after
   */
  async changeByImport(manager: EntityManager, schoolId: string, texts: (string | null)[]): Promise<void> {
    const ids = embeddedImageIds(texts.join(''));
    if (ids.length === 0) return;
    await this.images.lockImages(manager, schoolId, ids);
    await this.updateUse(manager, schoolId, ids, this.clock.now());
  }

  /** The ids of which the school has an image that is embedded, or that has not expired. */
  async findNotExpired(manager: EntityManager, schoolId: string, ids: string[]): Promise<string[]> {
    return ids.length === 0 ? [] : this.images.findNotExpired(manager, schoolId, ids, this.clock.now());
  }

  private async updateUse(manager: EntityManager, schoolId: string, ids: string[], now: Date): Promise<void> {
    const changed = await this.images.updateUnusedSince(manager, schoolId, ids, now);
    const keysOf = (isUsed: boolean): string[] =>
      changed.filter(({ used }) => used === isUsed).map(({ key }) => key);
    await this.removals.keep(manager, keysOf(true));
    await this.removals.schedule(manager, keysOf(false), new Date(now.getTime() + UNUSED_RETENTION_MS));
  }
}
