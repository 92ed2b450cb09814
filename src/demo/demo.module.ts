import { Module } from '@nestjs/common';
import { SchoolsModule } from '../features/schools/schools.module.js';
import { ContentImportModule } from '../imports/content/content-import.module.js';
import { DemoAccessModule } from './demo-access.module.js';
import { DemoSchoolService } from './demo-school.service.js';

@Module({
  imports: [ContentImportModule, DemoAccessModule, SchoolsModule],
  providers: [DemoSchoolService],
  exports: [DemoAccessModule, DemoSchoolService],
})
export class DemoModule {}
