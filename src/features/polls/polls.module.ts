import { Module } from '@nestjs/common';
import { PollsController } from './polls.controller.js';
import { PollController } from './poll.controller.js';
import { PollsRepository } from './polls.repository.js';
import { PollsService } from './polls.service.js';
import { EmbeddedImagesModule } from '../embedded-images/embedded-images.module.js';
import { PollImportRepository } from './poll-import.repository.js';
import { PollImporter } from './poll.importer.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { AlertKinds } from '../alerts/alert-kinds.js';
import { PollTalliesRepository } from './poll-tallies.repository.js';
import { PollTalliesService } from './poll-tallies.service.js';
import { BackgroundJobs } from '../../platform/jobs/background-jobs.js';
import { POLL_ALERTS } from './poll-alerts.js';

@Module({
  imports: [AlertsModule, EmbeddedImagesModule],
  controllers: [PollController, PollsController],
  providers: [
    PollImportRepository,
    PollImporter,
    PollsRepository,
    PollsService,
    PollTalliesRepository,
    PollTalliesService,
  ],
  exports: [PollImporter, PollsService],
})
export class PollsModule {
  constructor(kinds: AlertKinds, jobs: BackgroundJobs, tallies: PollTalliesService) {
    jobs.add({ name: 'anonymous polls', everyMs: 60_000, round: () => tallies.countNextPending() });
    kinds.register('poll', POLL_ALERTS);
  }
}
