import { Module } from '@nestjs/common';
import { BackgroundJobs } from '../../platform/jobs/background-jobs.js';
import { AlertKinds } from '../alerts/alert-kinds.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { EmbeddedImagesModule } from '../embedded-images/embedded-images.module.js';
import { DeletedItemsService } from '../publishing/deleted-items.service.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { ManagedPollsRepository } from './managed/managed-polls.repository.js';
import { ManagedPollsService } from './managed/managed-polls.service.js';
import { POLL_ALERTS } from './poll-alerts.js';
import { PollChangesService } from './managed/poll-changes.service.js';
import { PollManagementController } from './managed/poll-management.controller.js';
import { PollRemindersService } from './managed/poll-reminders.service.js';
import { PollTalliesRepository } from './poll-tallies.repository.js';
import { PollTalliesService } from './poll-tallies.service.js';
import { PollWritesRepository } from './poll-writes.repository.js';
import { PollController } from './poll.controller.js';
import { PollImporter } from './poll.importer.js';
import { PollsController } from './polls.controller.js';
import { PollsRepository } from './polls.repository.js';
import { PollsService } from './polls.service.js';

const MINUTE = 60_000;

@Module({
  imports: [AlertsModule, EmbeddedImagesModule, PublishingModule],
  controllers: [PollController, PollManagementController, PollsController],
  providers: [
    ManagedPollsRepository,
    ManagedPollsService,
    PollChangesService,
    PollImporter,
    PollRemindersService,
    PollsRepository,
    PollsService,
    PollTalliesRepository,
    PollTalliesService,
    PollWritesRepository,
  ],
  exports: [PollImporter, PollsService, PollTalliesService],
})
export class PollsModule {
  constructor(
    kinds: AlertKinds,
    jobs: BackgroundJobs,
    tallies: PollTalliesService,
    deleted: DeletedItemsService,
    polls: PollWritesRepository,
  ) {
    jobs.add(
      { name: 'anonymous polls', everyMs: MINUTE, round: () => tallies.countNextPending() },
      { name: 'deleted polls', everyMs: 60 * MINUTE, round: () => deleted.removeNext(polls) },
    );
    kinds.register('poll', POLL_ALERTS);
  }
}
