import { Module } from '@nestjs/common';
import { BackgroundJobs } from '../../../platform/jobs/background-jobs.js';
import { AttachmentsModule } from '../../attachments/attachments.module.js';
import { DeletedItemsService } from '../../publishing/deleted-items.service.js';
import { PublishingModule } from '../../publishing/publishing.module.js';
import { QuestionsModule } from '../../questions/questions.module.js';
import { PermissionSlipsModule } from '../permission-slips.module.js';
import { SlipWritesRepository } from '../slip-writes.repository.js';
import { ManagedSlipWrites } from './managed-slip-writes.service.js';
import { ManagedSlipsController } from './managed-slips.controller.js';
import { ManagedSlipsRepository } from './managed-slips.repository.js';
import { ManagedSlipsService } from './managed-slips.service.js';
import { PaperResponsesService } from './paper-responses.service.js';
import { SlipChangesService } from './slip-changes.service.js';
import { SlipExportsController } from './slip-exports.controller.js';
import { SlipManagementController } from './slip-management.controller.js';
import { SlipReminders } from './slip-reminders.service.js';
import { SlipResponsesPdf } from './slip-responses-pdf.service.js';

const MINUTE = 60_000;

/** What managers do with permission slips. */
@Module({
  imports: [AttachmentsModule, PermissionSlipsModule, PublishingModule, QuestionsModule],
  controllers: [ManagedSlipsController, SlipExportsController, SlipManagementController],
  providers: [
    ManagedSlipsRepository,
    ManagedSlipsService,
    ManagedSlipWrites,
    PaperResponsesService,
    SlipChangesService,
    SlipReminders,
    SlipResponsesPdf,
  ],
})
export class ManagedSlipsModule {
  constructor(jobs: BackgroundJobs, deleted: DeletedItemsService, slips: SlipWritesRepository) {
    jobs.add({ name: 'deleted slips', everyMs: 60 * MINUTE, round: () => deleted.removeNext(slips) });
  }
}
