import { Module } from '@nestjs/common';
import { BackgroundJobs } from '../../../platform/jobs/background-jobs.js';
import { AlertKinds } from '../../alerts/alert-kinds.js';
import { AlertsModule } from '../../alerts/alerts.module.js';
import { EmbeddedImagesModule } from '../../embedded-images/embedded-images.module.js';
import { DeletedItemsService } from '../../publishing/deleted-items.service.js';
import { PublishingModule } from '../../publishing/publishing.module.js';
import { SignupWritesRepository } from '../signup-writes.repository.js';
import { SignupsModule } from '../signups.module.js';
import { ClaimRemindersRepository } from './claim-reminders.repository.js';
import { ClaimReminders } from './claim-reminders.service.js';
import { ManagedSignupWrites } from './managed-signup-writes.service.js';
import { ManagedSignupsController } from './managed-signups.controller.js';
import { ManagedSignupsRepository } from './managed-signups.repository.js';
import { ManagedSignupsService } from './managed-signups.service.js';
import { SignupChangesService } from './signup-changes.service.js';
import { SignupManagementController } from './signup-management.controller.js';

const MINUTE = 60_000;

/** What managers do with sign-ups. */
@Module({
  imports: [AlertsModule, EmbeddedImagesModule, PublishingModule, SignupsModule],
  controllers: [ManagedSignupsController, SignupManagementController],
  providers: [
    ClaimReminders,
    ClaimRemindersRepository,
    ManagedSignupsRepository,
    ManagedSignupsService,
    ManagedSignupWrites,
    SignupChangesService,
  ],
})
export class ManagedSignupsModule {
  constructor(
    kinds: AlertKinds,
    jobs: BackgroundJobs,
    reminders: ClaimReminders,
    deleted: DeletedItemsService,
    signups: SignupWritesRepository,
  ) {
    kinds.registerRound(() => reminders.remindOfNextDue());
    jobs.add({ name: 'deleted signups', everyMs: 60 * MINUTE, round: () => deleted.removeNext(signups) });
  }
}
