import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { OperatorExportService } from './operator-export.service.js';
import { PersonExportController } from './person-export.controller.js';
import { PersonExportRepository } from './person-export.repository.js';
import { PersonExportService } from './person-export.service.js';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { PersonErasureRepository } from './person-erasure.repository.js';
import { PersonErasureService } from './person-erasure.service.js';

@Module({
  imports: [DirectoryModule, MembershipsModule],
  controllers: [PersonExportController],
  providers: [
    OperatorExportService,
    PersonErasureRepository,
    PersonErasureService,
    PersonExportRepository,
    PersonExportService,
  ],
  exports: [OperatorExportService, PersonErasureService],
})
export class PersonModule {}
