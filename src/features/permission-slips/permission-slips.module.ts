import { Module } from '@nestjs/common';
import { SlipPdfModule } from '../../slip-pdf/slip-pdf.module.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { PermissionSlipController } from './permission-slip.controller.js';
import { PermissionSlipsController } from './permission-slips.controller.js';
import { PermissionSlipsRepository } from './permission-slips.repository.js';
import { PermissionSlipsService } from './permission-slips.service.js';
import { SlipLocksRepository } from './slip-locks.repository.js';
import { SlipPdfsController } from './slip-pdfs.controller.js';
import { SlipPdfsRepository } from './slip-pdfs.repository.js';
import { SlipPdfsService } from './slip-pdfs.service.js';
import { SlipResponsesRepository } from './slip-responses.repository.js';
import { SlipResponsesService } from './slip-responses.service.js';
import { SlipRevisionsService } from './slip-revisions.service.js';

@Module({
  imports: [AlertsModule, SlipPdfModule],
  controllers: [PermissionSlipsController, PermissionSlipController, SlipPdfsController],
  providers: [
    PermissionSlipsRepository,
    PermissionSlipsService,
    SlipLocksRepository,
    SlipPdfsRepository,
    SlipPdfsService,
    SlipResponsesRepository,
    SlipResponsesService,
    SlipRevisionsService,
  ],
})
export class PermissionSlipsModule {}
