import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.js';
import { RosterFeedModule } from '../directory/roster-feed.module.js';
import { PermissionSlipsRepository } from './permission-slips.repository.js';
import { PermissionSlipsService } from './permission-slips.service.js';
import { SlipLocksRepository } from './slip-locks.repository.js';
import { SlipResponsesRepository } from './slip-responses.repository.js';
import { SlipResponsesService } from './slip-responses.service.js';
import { SlipRevisionsService } from './slip-revisions.service.js';
import { SlipTransaction } from './slip-transaction.service.js';

/** Reading and answering permission slips, without the routes. */
@Module({
  imports: [AlertsModule, RosterFeedModule],
  providers: [
    PermissionSlipsRepository,
    PermissionSlipsService,
    SlipLocksRepository,
    SlipResponsesRepository,
    SlipResponsesService,
    SlipRevisionsService,
    SlipTransaction,
  ],
  exports: [PermissionSlipsService, SlipResponsesService],
})
export class SlipAnsweringModule {}
