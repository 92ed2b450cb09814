import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { OperatorExportService } from './operator-export.service.js';
import { PersonExportController } from './person-export.controller.js';
import { PersonExportRepository } from './person-export.repository.js';
import { PersonExportService } from './person-export.service.js';

@Module({
  imports: [DirectoryModule],
  controllers: [PersonExportController],
  providers: [OperatorExportService, PersonExportRepository, PersonExportService],
  exports: [OperatorExportService],
})
export class PersonExportModule {}
