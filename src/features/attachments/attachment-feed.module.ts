import { Module } from '@nestjs/common';
import { StorageModule } from '../../storage/storage.module.js';
import { AttachmentFeedService } from './attachment-feed.service.js';
import { AttachmentObjectsService } from './attachment-objects.service.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { ItemAttachmentsModule } from './item-attachments.module.js';

@Module({
  imports: [ItemAttachmentsModule, StorageModule],
  providers: [AttachmentFeedService, AttachmentObjectsService, AttachmentsRepository],
  exports: [AttachmentFeedService],
})
export class AttachmentFeedModule {}
