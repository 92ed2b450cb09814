import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import type { AttachedItem } from '../attachments/attached-item.js';
import { ItemAttachmentsService } from '../attachments/item-attachments.service.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';

/** A deleted row of what people answer. */
export interface DeletedItem {
  id: string;
  schoolId: string;
  /** Rich text, whose images go with it. */
  text: string | null;
}

/** The rows of one kind. */
export interface DeletedItems {
  /** The kind, where it has files. */
  readonly attachedTo?: AttachedItem['type'];
  /** Locks one that was deleted too long ago to come back, and that nobody has answered; null when there is none. */
  lockRemovable(manager: EntityManager, now: Date): Promise<DeletedItem | null>;
  remove(manager: EntityManager, item: DeletedItem): Promise<void>;
}

/**
 * Removes polls, sign-ups and slips whose deletion cannot be undone any more. One that was answered stays, for those who have
 * answered it.
 */
@Injectable()
export class DeletedItemsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly attachments: ItemAttachmentsService,
    private readonly images: ImageEmbeddingService,
    private readonly clock: Clock,
  ) {}

  /** @returns whether there was one */
  removeNext(items: DeletedItems): Promise<boolean> {
    return this.transactions.run(async (manager) => {
      const now = this.clock.now();
      const item = await items.lockRemovable(manager, now);
      if (!item) return false;
      const { id, schoolId, text } = item;
      if (items.attachedTo) {
        const member = { schoolId, membershipId: null, isAdmin: true };
        await this.attachments.removeAll({ manager, member, now }, { type: items.attachedTo, id, schoolId });
      }
      await items.remove(manager, item);
      await this.images.changeByImport(manager, schoolId, [text]);
      return true;
    });
  }
}
