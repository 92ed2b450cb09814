import { Module } from '@nestjs/common';
import { AlertKinds } from '../alerts/alert-kinds.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { MemberHoldings } from '../memberships/member-holdings.service.js';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { DocumentChangesService } from './document-changes.service.js';
import { DocumentsController } from './documents.controller.js';
import { DocumentsRepository } from './documents.repository.js';
import { DocumentsService } from './documents.service.js';
import { EmbeddedImagesModule } from '../embedded-images/embedded-images.module.js';
import { DocumentImporter } from './document.importer.js';
import { SchoolDetailsController } from './school-details.controller.js';
import { SchoolDetailsImporter } from './school-details.importer.js';
import { SchoolDetailsRepository } from './school-details.repository.js';
import { SchoolDetailsService } from './school-details.service.js';
import { DOCUMENT_ALERTS } from './document-alerts.js';

@Module({
  imports: [AlertsModule, AttachmentsModule, EmbeddedImagesModule, MembershipsModule, PublishingModule],
  controllers: [DocumentsController, SchoolDetailsController],
  providers: [
    DocumentChangesService,
    DocumentImporter,
    DocumentsRepository,
    DocumentsService,
    SchoolDetailsImporter,
    SchoolDetailsRepository,
    SchoolDetailsService,
  ],
  exports: [DocumentImporter, SchoolDetailsImporter],
})
export class DocumentsModule {
  constructor(kinds: AlertKinds, holdings: MemberHoldings, documents: DocumentsRepository) {
    holdings.register('documents', {
      findNaming: async (manager, leaver) => ({ documents: await documents.findAuthored(manager, leaver) }),
    });
    kinds.register('document', DOCUMENT_ALERTS);
  }
}
