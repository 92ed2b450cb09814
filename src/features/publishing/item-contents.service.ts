import { Injectable } from '@nestjs/common';
import type { WriteContext } from '../../platform/auth/write-context.js';
import type { AttachedItem } from '../attachments/attached-item.js';
import { ItemAttachmentsService } from '../attachments/item-attachments.service.js';
import { ImageEmbeddingService, type TextChange } from '../embedded-images/image-embedding.service.js';

/** Contents of an item beside its row. */
export interface ItemContents {
  text: TextChange;
  /** All of them, in their order; undefined where they stay as they are. */
  attachmentKeys: string[] | undefined;
}

/** The files of documents, notices and slips, and the images in their texts, in the transaction of the item. */
@Injectable()
export class ItemContentsService {
  constructor(
    private readonly attachments: ItemAttachmentsService,
    private readonly images: ImageEmbeddingService,
  ) {}

  /**
   * After the item was written.
   * @throws UnknownImageError
   * @throws ForeignAttachmentKeyError
   * @throws ValidationFailedError the same key twice
   */
  async save(
    change: WriteContext,
    item: AttachedItem,
    { text, attachmentKeys }: ItemContents,
  ): Promise<void> {
    if (attachmentKeys) await this.attachments.save(change, item, attachmentKeys);
    await this.images.change(change.manager, change.member, text);
  }

  /** Before the item is deleted. */
  removeAttachments(change: WriteContext, item: AttachedItem): Promise<void> {
    return this.attachments.removeAll(change, item);
  }

  /** After the item was deleted. */
  removeText({ manager, member }: WriteContext, text: Omit<TextChange, 'after'>): Promise<void> {
    return this.images.change(manager, member, { ...text, after: null });
  }
}
