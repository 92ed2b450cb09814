import { Module } from '@nestjs/common';
import { GeocodingModule } from '../../platform/geocoding/geocoding.module.js';
import { SnapshotsModule } from '../../platform/cache/snapshots.module.js';
import { AsSeenByOthersController, StudentsController } from './students.controller.js';
import {
  LinkedStudentsService,
  StudentReferencesService,
  StudentVisibilityService,
} from './linked-students.service.js';
import { MapMarkersController } from './map-markers.controller.js';
import { MapMarkersRepository } from './map-markers.repository.js';
import { MapMarkersService } from './map-markers.service.js';
import { RosterController } from './roster.controller.js';
import { StudentsRepository, ParentsRepository } from './roster.repository.js';
import { RosterService } from './roster.service.js';
import { StudentDetailRepository, StudentGeocodingRepository } from './student-detail.repository.js';
import { StudentDetailService, StudentGeocodingService } from './student-detail.service.js';
import { GuardianLinksRepository } from './guardian-links.repository.js';
import { FamilyRecordsRepository } from './family-records.repository.js';
import { FamilyRecordsService, GuardianLinksService } from './guardian-links.service.js';
import { ParentsService } from './parents.service.js';
import { RosterImportRepository } from './roster-import.repository.js';
import { RosterImporter } from './roster.importer.js';

@Module({
  imports: [GeocodingModule, SnapshotsModule],
  controllers: [AsSeenByOthersController, MapMarkersController, RosterController, StudentsController],
  providers: [
    FamilyRecordsRepository,
    FamilyRecordsService,
    GuardianLinksRepository,
    GuardianLinksService,
    LinkedStudentsService,
    MapMarkersRepository,
    MapMarkersService,
    ParentsRepository,
    ParentsService,
    RosterImportRepository,
    RosterImporter,
    RosterService,
    StudentDetailRepository,
    StudentDetailService,
    StudentGeocodingRepository,
    StudentGeocodingService,
    StudentReferencesService,
    StudentsRepository,
    StudentVisibilityService,
  ],
  exports: [
    FamilyRecordsService,
    GuardianLinksService,
    LinkedStudentsService,
    ParentsService,
    RosterImporter,
    StudentReferencesService,
    StudentVisibilityService,
  ],
})
export class DirectoryModule {}
