import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { SchoolDefaultsService } from './school-defaults.service.js';
import { SchoolFeaturesController } from './school-features.controller.js';
import { SchoolsRepository } from './schools.repository.js';
import { SchoolFeaturesRepository } from './school-features.repository.js';
import { SchoolsService } from './schools.service.js';
import { SchoolFeaturesService } from './school-features.service.js';

@Module({
  imports: [DirectoryModule, MembershipsModule],
  controllers: [SchoolFeaturesController],
  providers: [
    SchoolDefaultsService,
    SchoolFeaturesRepository,
    SchoolFeaturesService,
    SchoolsRepository,
    SchoolsService,
  ],
  exports: [SchoolDefaultsService, SchoolsService],
})
export class SchoolsModule {}
