import { Module } from '@nestjs/common';
import { AlertKinds } from '../alerts/alert-kinds.js';
import { PermissionSlipsController } from './permission-slips.controller.js';
import { SlipPdfsController } from './pdf/slip-pdfs.controller.js';
import { PermissionSlipController } from './permission-slip.controller.js';
import { SlipPdfsRepository } from './pdf/slip-pdfs.repository.js';
import { SlipPdfsService } from './pdf/slip-pdfs.service.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { MemberHoldings } from '../memberships/member-holdings.service.js';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { DirectoryModule } from '../directory/directory.module.js';
import { PermissionSlipsRepository } from './permission-slips.repository.js';
import { SlipWritesRepository } from './slip-writes.repository.js';
import { SlipAttachmentsController } from './slip-attachments.controller.js';
import { SlipAttachmentsService } from './slip-attachments.service.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { PermissionSlipsService } from './permission-slips.service.js';
import { SlipLocksRepository } from './slip-locks.repository.js';
import { RestrictedAnswers } from './responses/restricted-answers.service.js';
import { RestrictedAnswersRepository } from './responses/restricted-answers.repository.js';
import { SlipResponsesRepository } from './responses/slip-responses.repository.js';
import { SlipResponsesService } from './responses/slip-responses.service.js';
import { SlipRevisionsService } from './responses/slip-revisions.service.js';
import { SlipLocks } from './slip-locks.service.js';
import { EmbeddedImagesModule } from '../embedded-images/embedded-images.module.js';
import { QuestionsModule } from '../questions/questions.module.js';
import { SlipImporter } from './slip.importer.js';
import { SlipTypesetterService } from './pdf/slip-typesetter.service.js';
import { StorageModule } from '../../platform/storage/storage.module.js';
import { TypesettingModule } from '../../platform/typesetting/typesetting.module.js';
import { SLIP_ALERTS } from './slip-alerts.js';

@Module({
  imports: [
    TypesettingModule,
    AlertsModule,
    AttachmentsModule,
    DirectoryModule,
    EmbeddedImagesModule,
    MembershipsModule,
    PublishingModule,
    QuestionsModule,
    StorageModule,
  ],
  controllers: [
    PermissionSlipController,
    PermissionSlipsController,
    SlipAttachmentsController,
    SlipPdfsController,
  ],
  providers: [
    RestrictedAnswers,
    RestrictedAnswersRepository,
    PermissionSlipsRepository,
    PermissionSlipsService,
    SlipImporter,
    SlipAttachmentsService,
    SlipWritesRepository,
    SlipLocksRepository,
    SlipTypesetterService,
    SlipPdfsRepository,
    SlipPdfsService,
    SlipResponsesRepository,
    SlipResponsesService,
    SlipRevisionsService,
    SlipLocks,
  ],
  exports: [
    PermissionSlipsService,
    SlipImporter,
    SlipLocks,
    SlipLocksRepository,
    SlipTypesetterService,
    SlipPdfsRepository,
    SlipResponsesRepository,
    SlipResponsesService,
    SlipRevisionsService,
    SlipWritesRepository,
  ],
})
export class PermissionSlipsModule {
  constructor(
    kinds: AlertKinds,
    holdings: MemberHoldings,
    responses: SlipResponsesRepository,
    restrictedAnswers: RestrictedAnswers,
  ) {
    holdings.register('slips', {
      restore: (manager, member) => responses.restoreSigner(manager, member),
      endHoldings: (manager, restricted) => restrictedAnswers.end(manager, restricted),
    });
    kinds.register('permission_slip', SLIP_ALERTS);
  }
}
