import { Module } from '@nestjs/common';
import { StorageModule } from '../../platform/storage/storage.module.js';
import { AuthModule } from '../../platform/auth/auth.module.js';
import { AttachmentObjectsService, AttachmentUploadsService } from './attachment-uploads.service.js';
import { ItemAttachmentsService } from './item-attachments.service.js';
import { AttachmentsController } from './attachments.controller.js';
import { AttachmentsRepository, ItemAttachmentsRepository } from './item-attachments.repository.js';
import { AttachmentImporter } from './attachment.importer.js';

@Module({
  imports: [AuthModule, StorageModule],
  controllers: [AttachmentsController],
  providers: [
    AttachmentImporter,
    AttachmentObjectsService,
    AttachmentsRepository,
    AttachmentUploadsService,
    ItemAttachmentsRepository,
    ItemAttachmentsService,
  ],
  exports: [AttachmentImporter, ItemAttachmentsService],
})
export class AttachmentsModule {}
