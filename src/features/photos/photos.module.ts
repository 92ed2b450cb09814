import { Module } from '@nestjs/common';
import { StorageModule } from '../../platform/storage/storage.module.js';
import { DirectoryModule } from '../directory/directory.module.js';
import { MyPhotoController, ParentPhotosController } from './my-photo.controller.js';
import { MyPhotoService } from './my-photo.service.js';
import { OffboardingPhotosService, PhotoChangesService } from './photo-changes.service.js';
import { PhotoDownloadsService } from './photo-downloads.service.js';
import { PhotoStagingService } from './photo-staging.service.js';
import { StudentPhotosController } from './student-photos.controller.js';
import { StudentPhotosRepository } from './student-photos.repository.js';
import { StudentPhotosService } from './student-photos.service.js';
import { ParentPhotosRepository } from './parent-photos.repository.js';
import { PhotoObjectsService } from './photo-objects.service.js';

@Module({
  imports: [DirectoryModule, StorageModule],
  controllers: [MyPhotoController, ParentPhotosController, StudentPhotosController],
  providers: [
    OffboardingPhotosService,
    MyPhotoService,
    ParentPhotosRepository,
    PhotoChangesService,
    PhotoDownloadsService,
    PhotoObjectsService,
    PhotoStagingService,
    StudentPhotosRepository,
    StudentPhotosService,
  ],
  exports: [
    OffboardingPhotosService,
    ParentPhotosRepository,
    PhotoChangesService,
    PhotoObjectsService,
    PhotoStagingService,
  ],
})
export class PhotosModule {}
