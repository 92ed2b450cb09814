import { Module } from '@nestjs/common';
import { PollsController } from './polls.controller.js';
import { PollController } from './poll.controller.js';
import { PollsRepository } from './polls.repository.js';
import { PollsService } from './polls.service.js';
import { EmbeddedImagesModule } from '../embedded-images/embedded-images.module.js';
import { PollImportRepository } from './poll-import.repository.js';
import { PollImporter } from './poll.importer.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { type AlertKind, AlertKinds, type NotifiedItems } from '../alerts/alert-kinds.js';
import { VIEWER } from '../../policy/audience.js';
import { isPollAnswered, isPollVisible } from '../../policy/poll-visibility.js';
import {
  isMailedAlert,
  isMailedOpen,
  emptyWhenRepeated,
  whenClosing,
  whenOpen,
} from '../alerts/alert-audience.js';
import { isTarget, ofRoot, reasonWhenHidden } from '../alerts/notifications/notification-targets.js';
import { PollTalliesRepository } from './poll-tallies.repository.js';
import { BackgroundJobs } from '../../platform/jobs/background-jobs.js';

const OPENED: AlertKind = { kind: 'poll_opened', schedule: whenOpen('opens_at', 'closes_at') };
const CLOSING: AlertKind = {
  kind: 'poll_closing',
  concerns: (poll, member) => `not ${isPollAnswered(poll, member)}`,
  schedule: whenClosing(),
};

/** One that is closed can be read as before. */
const AVAILABILITY = `
  select item.organization_id, ${reasonWhenHidden(isPollVisible('item', VIEWER), 'not_visible')} as hidden
  from polls item where ${isTarget('poll')}`;

const CONTENT = `
  select 'poll', 'polls', poll.id, poll.title, ${emptyWhenRepeated(CLOSING, 'poll.description')}, poll.organization_id, null,
    poll.opens_at, poll.closes_at, '[]', null
  from polls poll
  where ${isMailedAlert('poll', [OPENED, CLOSING])} and ${isMailedOpen('poll')}`;

export const POLL_ALERTS: NotifiedItems = {
  target: { feature: 'polls', path: ofRoot('polls'), availability: AVAILABILITY },
  alerts: { table: 'polls', feature: 'polls', kinds: [OPENED, CLOSING], contents: [CONTENT] },
};

@Module({
  imports: [AlertsModule, EmbeddedImagesModule],
  controllers: [PollController, PollsController],
  providers: [PollImportRepository, PollImporter, PollsRepository, PollsService, PollTalliesRepository],
  exports: [PollImporter, PollsService],
})
export class PollsModule {
  constructor(kinds: AlertKinds, jobs: BackgroundJobs, tallies: PollTalliesRepository) {
    jobs.add({ name: 'anonymous polls', everyMs: 60_000, round: () => tallies.settleNext() });
    kinds.register('poll', POLL_ALERTS);
  }
}
