import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { Clock } from '../../clock/clock.js';
import { embeddedImageIds } from '../../rich-text/rich-text.js';
import { UnknownImageError } from './embedded-images.errors.js';
import { EmbeddedImagesRepository } from './embedded-images.repository.js';

/** A rich text of an item before and after a change, as it is stored; null where there is none. */
export interface TextChange {
  /** The field in the request, for the error. */
  field: string;
  before: string | null;
  after: string | null;
}

/** Which images the texts of items embed: called by everything that writes rich text, in its transaction. */
@Injectable()
export class ImageEmbeddingService {
  constructor(
    private readonly images: EmbeddedImagesRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * After the item was written.
   * @throws UnknownImageError the text embeds an image that is not there for the caller
   */
  async change(manager: EntityManager, member: Member, { field, before, after }: TextChange): Promise<void> {
    const old = embeddedImageIds(before ?? '');
    const added = embeddedImageIds(after ?? '').filter((id) => !old.includes(id));
    if (added.length === 0) return;
    const used = await this.images.use(manager, member, added, this.clock.now());
    if (used < added.length) throw new UnknownImageError(field);
  }
}
