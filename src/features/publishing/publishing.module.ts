import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { EmbeddedImagesModule } from '../embedded-images/embedded-images.module.js';
import { ItemContentsService } from './item-contents.service.js';
import { PublishingRightsService } from './publishing-rights.service.js';
import { AuthModule } from '../../platform/auth/auth.module.js';
import { PublishingRightsRepository } from './publishing-rights.repository.js';

/** Services that documents and notices share. */
@Module({
  imports: [AttachmentsModule, EmbeddedImagesModule, AuthModule],
  providers: [ItemContentsService, PublishingRightsRepository, PublishingRightsService],
  exports: [ItemContentsService, PublishingRightsService],
})
export class PublishingModule {}
