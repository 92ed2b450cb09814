import { Module } from '@nestjs/common';
import { StorageModule } from '../../storage/storage.module.js';
import { DepartingPhotosService } from './departing-photos.service.js';
import { ParentPhotosRepository } from './parent-photos.repository.js';
import { PhotoObjectsService } from './photo-objects.service.js';

/** For whoever ends a membership; the photos themselves stand on it as well. */
@Module({
  imports: [StorageModule],
  providers: [DepartingPhotosService, ParentPhotosRepository, PhotoObjectsService],
  exports: [DepartingPhotosService, ParentPhotosRepository, PhotoObjectsService],
})
export class DepartingPhotosModule {}
