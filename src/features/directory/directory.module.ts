import { Module } from '@nestjs/common';
import { GeocodingModule } from '../../geocoding/geocoding.module.js';
import { SnapshotsModule } from '../../snapshots/snapshots.module.js';
import { AsSeenByOthersController } from './as-seen-by-others.controller.js';
import { LinkedStudentsService } from './linked-students.service.js';
import { MapMarkersController } from './map-markers.controller.js';
import { MapMarkersRepository } from './map-markers.repository.js';
import { MapMarkersService } from './map-markers.service.js';
import { RosterController } from './roster.controller.js';
import { RosterRepository } from './roster.repository.js';
import { RosterService } from './roster.service.js';
import { StudentDetailRepository } from './student-detail.repository.js';
import { StudentDetailService } from './student-detail.service.js';
import { StudentGeocodingRepository } from './student-geocoding.repository.js';
import { StudentGeocodingService } from './student-geocoding.service.js';
import { StudentsController } from './students.controller.js';

@Module({
  imports: [GeocodingModule, SnapshotsModule],
  controllers: [AsSeenByOthersController, RosterController, MapMarkersController, StudentsController],
  providers: [
    LinkedStudentsService,
    MapMarkersRepository,
    MapMarkersService,
    RosterRepository,
    RosterService,
    StudentDetailRepository,
    StudentDetailService,
    StudentGeocodingRepository,
    StudentGeocodingService,
  ],
  exports: [LinkedStudentsService],
})
export class DirectoryModule {}
