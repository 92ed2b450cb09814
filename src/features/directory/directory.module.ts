import { Module } from '@nestjs/common';
import { GeocodingModule } from '../../platform/geocoding/geocoding.module.js';
import { SnapshotsModule } from '../../platform/cache/snapshots.module.js';
import { StudentsController } from './students/students.controller.js';
import { AsSeenByOthersController } from './students/as-seen-by-others.controller.js';
import { LinkedStudentsService } from './students/linked-students.service.js';
import { StudentVisibilityService } from './students/student-visibility.service.js';
import { StudentReferencesService } from './students/student-references.service.js';
import { MapMarkersController } from './map/map-markers.controller.js';
import { MapMarkersRepository } from './map/map-markers.repository.js';
import { MapMarkersService } from './map/map-markers.service.js';
import { RosterController } from './roster/roster.controller.js';
import { ParentsRepository } from './guardians/parents.repository.js';
import { StudentsRepository } from './students/students.repository.js';
import { RosterService } from './roster/roster.service.js';
import { StudentDetailRepository } from './students/student-detail.repository.js';
import { StudentGeocodingRepository } from './students/student-geocoding.repository.js';
import { StudentDetailService } from './students/student-detail.service.js';
import { StudentGeocodingService } from './students/student-geocoding.service.js';
import { GuardianLinksRepository } from './guardians/guardian-links.repository.js';
import { FamilyRecordsRepository } from './families/family-records.repository.js';
import { GuardianMailChoicesRepository } from './guardians/guardian-mail-choices.repository.js';
import { GuardianMailChoicesService } from './guardians/guardian-mail-choices.service.js';
import { GuardianLinksService } from './guardians/guardian-links.service.js';
import { GuardianRestrictions } from './guardians/guardian-restrictions.service.js';
import { GuardianRestrictionsRepository } from './guardians/guardian-restrictions.repository.js';
import { GuardianRemovals } from './guardians/guardian-removals.service.js';
import { FamilyRecordsService } from './families/family-records.service.js';
import { ParentsService } from './guardians/parents.service.js';
import { RosterImportRepository } from './roster/roster-import.repository.js';
import { PersonRecordsRepository } from './visibility/person-records.repository.js';
import { PersonRecordsService } from './visibility/person-records.service.js';

import { RosterImporter } from './roster/roster.importer.js';

@Module({
  imports: [GeocodingModule, SnapshotsModule],
  controllers: [AsSeenByOthersController, MapMarkersController, RosterController, StudentsController],
  providers: [
    FamilyRecordsRepository,
    FamilyRecordsService,
    GuardianLinksRepository,
    GuardianLinksService,
    GuardianMailChoicesRepository,
    GuardianMailChoicesService,
    GuardianRemovals,
    GuardianRestrictions,
    GuardianRestrictionsRepository,
    LinkedStudentsService,
    MapMarkersRepository,
    MapMarkersService,
    ParentsRepository,
    ParentsService,
    PersonRecordsRepository,
    PersonRecordsService,
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
    GuardianMailChoicesService,
    GuardianRemovals,
    GuardianRestrictions,
    LinkedStudentsService,
    ParentsService,
    PersonRecordsService,
    RosterImporter,
    StudentReferencesService,
    StudentVisibilityService,
  ],
})
export class DirectoryModule {}
