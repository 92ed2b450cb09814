import { Module } from '@nestjs/common';
import { AlertKinds } from '../alerts/alert-kinds.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { MemberHoldings } from '../memberships/member-holdings.service.js';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { NoticeAcknowledgementsController } from './acknowledgements/notice-acknowledgements.controller.js';
import { NoticeAcknowledgementsRepository } from './acknowledgements/notice-acknowledgements.repository.js';
import { NoticeAcknowledgementsService } from './acknowledgements/notice-acknowledgements.service.js';
import { NoticeRemindersService } from './acknowledgements/notice-reminders.service.js';
import { NoticeChangesService } from './notice-changes.service.js';
import { NoticeDeliveriesRepository } from './notice-deliveries.repository.js';
import { NoticeDeliveriesService } from './notice-deliveries.service.js';
import { NoticesController } from './notices.controller.js';
import { NoticesRepository } from './notices.repository.js';
import { NoticesService } from './notices.service.js';
import { EmbeddedImagesModule } from '../embedded-images/embedded-images.module.js';
import { NoticeImporter } from './notice.importer.js';
import { NOTICE_ALERTS } from './notice-alerts.js';
import { GuardianMailsModule } from './guardian-mails/guardian-mails.module.js';

@Module({
  imports: [
    AlertsModule,
    AttachmentsModule,
    EmbeddedImagesModule,
    GuardianMailsModule,
    MembershipsModule,
    PublishingModule,
  ],
  controllers: [NoticesController, NoticeAcknowledgementsController],
  providers: [
    NoticeAcknowledgementsRepository,
    NoticeAcknowledgementsService,
    NoticeRemindersService,
    NoticeChangesService,
    NoticeDeliveriesRepository,
    NoticeDeliveriesService,
    NoticeImporter,
    NoticesRepository,
    NoticesService,
  ],
  exports: [NoticeAcknowledgementsService, NoticeChangesService, NoticeImporter],
})
export class NoticesModule {
  constructor(kinds: AlertKinds, holdings: MemberHoldings, notices: NoticesRepository) {
    holdings.register('notices', {
      findNaming: async (manager, leaver) => ({ notices: await notices.findAuthored(manager, leaver) }),
    });
    kinds.register('notice', NOTICE_ALERTS);
  }
}
