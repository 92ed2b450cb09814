import { Module } from '@nestjs/common';
import { StorageModule } from '../../storage/storage.module.js';
import { ItemAttachmentsRepository } from './item-attachments.repository.js';
import { ItemAttachmentsService } from './item-attachments.service.js';

@Module({
  imports: [StorageModule],
  providers: [ItemAttachmentsRepository, ItemAttachmentsService],
  exports: [ItemAttachmentsService],
})
export class ItemAttachmentsModule {}
