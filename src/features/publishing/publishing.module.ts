import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { EmbeddedImagesModule } from '../embedded-images/embedded-images.module.js';
import { DeletedItemsService } from './deleted-items.service.js';
import { ItemContentsService } from './item-contents.service.js';
import { PublishingRightsService } from './publishing-rights.service.js';
import { AuthModule } from '../../platform/auth/auth.module.js';
import { PublishingRightsRepository } from './publishing-rights.repository.js';

/** Services that everything shares that managers publish. */
@Module({
  imports: [AttachmentsModule, EmbeddedImagesModule, AuthModule],
  providers: [DeletedItemsService, ItemContentsService, PublishingRightsRepository, PublishingRightsService],
  exports: [DeletedItemsService, ItemContentsService, PublishingRightsService],
})
export class PublishingModule {}
