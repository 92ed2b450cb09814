import { Module } from '@nestjs/common';
import { StorageModule } from '../../platform/storage/storage.module.js';
import { DirectoryModule } from '../directory/directory.module.js';
import { MemberHoldings } from '../memberships/member-holdings.service.js';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { StaffModule } from '../staff/staff.module.js';
import { StudentPhotosController } from './student-photos.controller.js';
import { SchoolPhotosController } from './school-photos.controller.js';
import { ParentPhotosController } from './parent-photos.controller.js';
import { MyPhotoController } from './my-photo.controller.js';
import { StudentPhotosService } from './student-photos.service.js';
import { MyPhotoService } from './my-photo.service.js';
import { PhotoChangesService } from './photo-changes.service.js';
import { OffboardingPhotosService } from './offboarding-photos.service.js';
import { PhotoDownloadsService } from './photo-downloads.service.js';
import { PhotoObjectsService } from './photo-objects.service.js';
import { SmallPhotosRepository } from './small-photos.repository.js';
import { SmallPhotosService } from './small-photos.service.js';
import { PhotoBatchRepository } from './photo-batch.repository.js';
import { PhotoStagingService } from './photo-staging.service.js';
import { StudentPhotosRepository } from './student-photos.repository.js';
import { ParentPhotosRepository } from './parent-photos.repository.js';

@Module({
  imports: [DirectoryModule, MembershipsModule, StaffModule, StorageModule],
  controllers: [MyPhotoController, ParentPhotosController, SchoolPhotosController, StudentPhotosController],
  providers: [
    OffboardingPhotosService,
    MyPhotoService,
    ParentPhotosRepository,
    PhotoChangesService,
    PhotoDownloadsService,
    PhotoObjectsService,
    PhotoStagingService,
    SmallPhotosRepository,
    SmallPhotosService,
    StudentPhotosRepository,
    StudentPhotosService,
    PhotoBatchRepository,
  ],
  exports: [ParentPhotosRepository, PhotoChangesService, PhotoObjectsService, PhotoStagingService],
})
export class PhotosModule {
  constructor(holdings: MemberHoldings, photos: OffboardingPhotosService) {
    holdings.register('photos', { release: (manager, leaver) => photos.removeParentPhotos(manager, leaver) });
  }
}
