import { Module } from '@nestjs/common';
import { StorageModule } from '../../platform/storage/storage.module.js';
import { DirectoryModule } from '../directory/directory.module.js';
import { MyPhotoController, ParentPhotosController, StudentPhotosController } from './photos.controller.js';
import { MyPhotoService, StudentPhotosService } from './photos.service.js';
import { OffboardingPhotosService, PhotoChangesService } from './photo-changes.service.js';
import { PhotoDownloadsService, PhotoObjectsService } from './photo-objects.service.js';
import { PhotoStagingService } from './photo-staging.service.js';
import { StudentPhotosRepository } from './student-photos.repository.js';
import { ParentPhotosRepository } from './parent-photos.repository.js';

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
