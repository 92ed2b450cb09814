import { Module } from '@nestjs/common';
import { SchoolFeaturesController } from './school-features.controller.js';
import { SchoolFeaturesRepository, SchoolsRepository } from './schools.repository.js';
import { SchoolFeaturesService, SchoolsService } from './schools.service.js';

@Module({
  controllers: [SchoolFeaturesController],
  providers: [SchoolFeaturesRepository, SchoolFeaturesService, SchoolsRepository, SchoolsService],
  exports: [SchoolsService],
})
export class SchoolsModule {}
