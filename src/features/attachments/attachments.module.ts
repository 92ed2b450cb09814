import { Module } from '@nestjs/common';
import { StorageModule } from '../../storage/storage.module.js';
import { OrganizationAccessModule } from '../organizations/organization-access.module.js';
import { AttachmentObjectsService } from './attachment-objects.service.js';
import { AttachmentUploadsService } from './attachment-uploads.service.js';
import { AttachmentsController } from './attachments.controller.js';
import { AttachmentsRepository } from './attachments.repository.js';

@Module({
  imports: [OrganizationAccessModule, StorageModule],
  controllers: [AttachmentsController],
  providers: [AttachmentObjectsService, AttachmentUploadsService, AttachmentsRepository],
})
export class AttachmentsModule {}
