import { Module } from '@nestjs/common';
import { AlertKinds } from '../alerts/alert-kinds.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { DocumentChangesService } from './document-changes.service.js';
import { DocumentsController } from './documents.controller.js';
import { DocumentsRepository } from './documents.repository.js';
import { DocumentsService } from './documents.service.js';
import { EmbeddedImagesModule } from '../embedded-images/embedded-images.module.js';
import { DocumentImporter } from './document.importer.js';
import { DOCUMENT_ALERTS } from './document-alerts.js';

@Module({
  imports: [AlertsModule, AttachmentsModule, EmbeddedImagesModule, PublishingModule],
  controllers: [DocumentsController],
  providers: [DocumentChangesService, DocumentImporter, DocumentsRepository, DocumentsService],
  exports: [DocumentImporter],
})
export class DocumentsModule {
  constructor(kinds: AlertKinds) {
    kinds.register('document', DOCUMENT_ALERTS);
  }
}
