import { Module } from '@nestjs/common';
import { ItemAttachmentsModule } from '../attachments/item-attachments.module.js';
import { ImageEmbeddingModule } from '../embedded-images/image-embedding.module.js';
import { ItemContentsService } from './item-contents.service.js';
import { PublishingRightsModule } from './publishing-rights.module.js';
import { PublishingTransaction } from './publishing-transaction.service.js';

/** What documents and notices have in common. */
@Module({
  imports: [ImageEmbeddingModule, ItemAttachmentsModule, PublishingRightsModule],
  providers: [ItemContentsService, PublishingTransaction],
  exports: [ItemContentsService, PublishingRightsModule, PublishingTransaction],
})
export class PublishingModule {}
