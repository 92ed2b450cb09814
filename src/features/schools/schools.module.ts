import { Module } from '@nestjs/common';
import { SchoolFeaturesController } from './school-features.controller.js';
import { SchoolsRepository } from './schools.repository.js';
import { SchoolFeaturesRepository } from './school-features.repository.js';
import { SchoolsService } from './schools.service.js';
import { SchoolFeaturesService } from './school-features.service.js';

@Module({
  controllers: [SchoolFeaturesController],
  providers: [SchoolFeaturesRepository, SchoolFeaturesService, SchoolsRepository, SchoolsService],
  exports: [SchoolsService],
})
export class SchoolsModule {}
