import { Module } from '@nestjs/common';
import { PermissionSlipController } from './permission-slip.controller.js';
import { PermissionSlipsController } from './permission-slips.controller.js';
import { PermissionSlipsRepository } from './permission-slips.repository.js';
import { PermissionSlipsService } from './permission-slips.service.js';
import { SlipLocksRepository } from './slip-locks.repository.js';
import { SlipResponsesRepository } from './slip-responses.repository.js';
import { SlipResponsesService } from './slip-responses.service.js';
import { SlipRevisionsService } from './slip-revisions.service.js';

@Module({
  controllers: [PermissionSlipsController, PermissionSlipController],
  providers: [
    PermissionSlipsRepository,
    PermissionSlipsService,
    SlipLocksRepository,
    SlipResponsesRepository,
    SlipResponsesService,
    SlipRevisionsService,
  ],
})
export class PermissionSlipsModule {}
