import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.js';
import { AttachmentFeedModule } from '../attachments/attachment-feed.module.js';
import { ImageEmbeddingModule } from '../embedded-images/image-embedding.module.js';
import { DocumentFeedService } from './document-feed.service.js';
import { DocumentsRepository } from './documents.repository.js';

@Module({
  imports: [AlertsModule, AttachmentFeedModule, ImageEmbeddingModule],
  providers: [DocumentFeedService, DocumentsRepository],
  exports: [DocumentFeedService],
})
export class DocumentFeedModule {}
