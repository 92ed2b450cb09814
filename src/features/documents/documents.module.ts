import { Module } from '@nestjs/common';
import { VIEWER } from '../../policy/audience.js';
import { isDocumentVisible } from '../../policy/document-visibility.js';
import { mailedAttachments, isMailedAlert } from '../alerts/alert-audience.js';
import { type AlertKind, type NotifiedItems, AlertKinds } from '../alerts/alert-kinds.js';
import { isTarget, ofSchool, reasonWhenHidden } from '../alerts/notifications/notification-targets.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { DocumentChangesService } from './document-changes.service.js';
import { DocumentsController } from './documents.controller.js';
import { DocumentsRepository } from './documents.repository.js';
import { DocumentsService } from './documents.service.js';
import { EmbeddedImagesModule } from '../embedded-images/embedded-images.module.js';
import { DocumentImporter } from './document.importer.js';

const CREATED: AlertKind = { kind: 'document_created' };

const AVAILABILITY = `
  select item.organization_id, ${reasonWhenHidden(isDocumentVisible('item', VIEWER), 'not_visible')} as hidden
  from documents item where ${isTarget('document')}`;

const CONTENT = `
  select 'document', 'document_library', document.id, document.title, document.description, document.organization_id,
    document.created_by_membership_id, document.created_at, null, ${mailedAttachments('document')}, null
  from documents document
  where ${isMailedAlert('document', [CREATED])}`;

const DOCUMENT_ALERTS: NotifiedItems = {
  target: { feature: 'document_library', path: ofSchool('documents'), availability: AVAILABILITY },
  alerts: {
    table: 'documents',
    feature: 'document_library',
    author: 'item.created_by_membership_id',
    kinds: [CREATED],
    contents: [CONTENT],
  },
};

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
