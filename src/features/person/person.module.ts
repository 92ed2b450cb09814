import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { Erasures } from './erasures.service.js';
import { RetentionRepository } from './retention.repository.js';
import { RetentionService } from './retention.service.js';
import { OperatorExportService } from './operator-export.service.js';
import { PersonExportController } from './person-export.controller.js';
import { PersonExportMembers } from './person-export-members.service.js';
import { PersonExportRepository } from './person-export.repository.js';
import { PersonExportService } from './person-export.service.js';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { PersonErasureRepository } from './person-erasure.repository.js';
import { PersonErasureService } from './person-erasure.service.js';

@Module({
  imports: [DirectoryModule, MailModule, MembershipsModule],
  controllers: [PersonExportController],
  providers: [
    Erasures,
    RetentionRepository,
    RetentionService,
    OperatorExportService,
    PersonErasureRepository,
    PersonErasureService,
    PersonExportMembers,
    PersonExportRepository,
    PersonExportService,
  ],
  exports: [Erasures, OperatorExportService, PersonErasureService, PersonExportService, RetentionService],
})
export class PersonModule {}
