import { Module } from '@nestjs/common';
import { StorageModule } from '../../storage/storage.module.js';
import { RosterFeedModule } from '../directory/roster-feed.module.js';
import { DepartingPhotosModule } from './departing-photos.module.js';
import { MyPhotoController } from './my-photo.controller.js';
import { MyPhotoService } from './my-photo.service.js';
import { ParentPhotosController } from './parent-photos.controller.js';
import { PhotoChangesService } from './photo-changes.service.js';
import { PhotoDownloadsService } from './photo-downloads.service.js';
import { PhotoStagingService } from './photo-staging.service.js';
import { StudentPhotosController } from './student-photos.controller.js';
import { StudentPhotosRepository } from './student-photos.repository.js';
import { StudentPhotosService } from './student-photos.service.js';

@Module({
  imports: [DepartingPhotosModule, RosterFeedModule, StorageModule],
  controllers: [StudentPhotosController, ParentPhotosController, MyPhotoController],
  providers: [
    MyPhotoService,
    PhotoChangesService,
    PhotoDownloadsService,
    PhotoStagingService,
    StudentPhotosRepository,
    StudentPhotosService,
  ],
  exports: [DepartingPhotosModule, PhotoChangesService, PhotoStagingService],
})
export class PhotosModule {}
