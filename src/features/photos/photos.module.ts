import { Module } from '@nestjs/common';
import { StorageModule } from '../../platform/storage/storage.module.js';
import { DirectoryModule } from '../directory/directory.module.js';
import {
  MyPhotoController,
  ParentPhotosController,
  SchoolPhotosController,
  StudentPhotosController,
} from './photos.controller.js';
import { MyPhotoService, StudentPhotosService } from './photos.service.js';
import { OffboardingPhotosService, PhotoChangesService } from './photo-changes.service.js';
import { PhotoDownloadsService } from './photo-downloads.service.js';
import { PhotoObjectsService } from './photo-objects.service.js';
import { SmallPhotosRepository } from './small-photos.repository.js';
import { SmallPhotosService } from './small-photos.service.js';
import { VisiblePhotosRepository } from './visible-photos.repository.js';
import { PhotoStagingService } from './photo-staging.service.js';
import { StudentPhotosRepository } from './student-photos.repository.js';
import { ParentPhotosRepository } from './parent-photos.repository.js';

@Module({
  imports: [DirectoryModule, StorageModule],
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
    VisiblePhotosRepository,
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
