import { Module } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { AddressSigner } from './address-signer.js';
import { EmbeddedObjectStore } from './embedded.object-store.js';
import { ObjectFiles } from './object-files.js';
import { ObjectRemovalsRepository } from './object-removals.repository.js';
import { ObjectRemovals } from './object-removals.service.js';
import { ObjectStore } from './object-store.js';
import { S3ObjectStore } from './s3.object-store.js';

@Module({
  providers: [
    AddressSigner,
    ObjectFiles,
    ObjectRemovals,
    ObjectRemovalsRepository,
    {
      provide: ObjectStore,
      inject: [SETTINGS, Clock, ObjectFiles, AddressSigner],
      useFactory: (
        { s3, upstreamTimeoutMs }: Settings,
        clock: Clock,
        files: ObjectFiles,
        signer: AddressSigner,
      ) => (s3 ? new S3ObjectStore(s3, upstreamTimeoutMs, clock) : new EmbeddedObjectStore(files, signer)),
    },
  ],
  exports: [AddressSigner, ObjectFiles, ObjectRemovals, ObjectStore],
})
export class StorageModule {}
