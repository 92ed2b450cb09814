import { Module } from '@nestjs/common';
import { StorageModule } from '../../storage/storage.module.js';
import { DepartingPhotosService } from './departing-photos.service.js';
import { MyPhotoController } from './my-photo.controller.js';
import { MyPhotoService } from './my-photo.service.js';
import { ParentPhotosController } from './parent-photos.controller.js';
import { ParentPhotosRepository } from './parent-photos.repository.js';
import { PhotoChangesService } from './photo-changes.service.js';
import { PhotoDownloadsService } from './photo-downloads.service.js';
import { PhotoObjectsService } from './photo-objects.service.js';
import { PhotoStagingService } from './photo-staging.service.js';
import { StudentPhotosController } from './student-photos.controller.js';
import { StudentPhotosRepository } from './student-photos.repository.js';
import { StudentPhotosService } from './student-photos.service.js';

@Module({
  imports: [StorageModule],
  controllers: [StudentPhotosController, ParentPhotosController, MyPhotoController],
  providers: [
    DepartingPhotosService,
    MyPhotoService,
    ParentPhotosRepository,
    PhotoChangesService,
    PhotoDownloadsService,
    PhotoObjectsService,
    PhotoStagingService,
    StudentPhotosRepository,
    StudentPhotosService,
  ],
  exports: [DepartingPhotosService, PhotoChangesService, PhotoObjectsService, PhotoStagingService],
})
export class PhotosModule {}
