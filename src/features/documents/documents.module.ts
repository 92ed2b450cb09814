import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.js';
import { ItemAttachmentsModule } from '../attachments/item-attachments.module.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { DocumentChangesService } from './document-changes.service.js';
import { DocumentsController } from './documents.controller.js';
import { DocumentsRepository } from './documents.repository.js';
import { DocumentsService } from './documents.service.js';

@Module({
  imports: [AlertsModule, ItemAttachmentsModule, PublishingModule],
  controllers: [DocumentsController],
  providers: [DocumentChangesService, DocumentsRepository, DocumentsService],
})
export class DocumentsModule {}
