import { Module } from '@nestjs/common';
import { StorageModule } from '../../platform/storage/storage.module.js';
import { AuthModule } from '../../platform/auth/auth.module.js';
import { AttachmentUploadsService } from './attachment-uploads.service.js';
import { AttachmentObjectsService } from './attachment-objects.service.js';
import { ItemAttachmentsService } from './item-attachments.service.js';
import { AttachmentsController } from './attachments.controller.js';
import { ItemAttachmentsRepository } from './item-attachments.repository.js';
import { AttachmentsRepository } from './attachments.repository.js';
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
  exports: [AttachmentImporter, AttachmentUploadsService, ItemAttachmentsService],
})
export class AttachmentsModule {}
