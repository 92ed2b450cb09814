import { Module } from '@nestjs/common';
import { SchoolsModule } from '../features/schools/schools.module.js';
import { ContentImportModule } from '../imports/content/content-import.module.js';
import { DemoSchoolService } from './demo-school.service.js';

@Module({
  imports: [ContentImportModule, SchoolsModule],
  providers: [DemoSchoolService],
  exports: [DemoSchoolService],
})
export class DemoModule {}
