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
import { UploadScanner } from './upload-scanner.js';

@Module({
  providers: [
    AddressSigner,
    ObjectFiles,
    ObjectRemovals,
    ObjectRemovalsRepository,
    UploadScanner,
    {
      provide: ObjectStore,
      inject: [SETTINGS, Clock, ObjectFiles, AddressSigner],
      useFactory: async (
        { s3, upstreamTimeoutMs }: Settings,
        clock: Clock,
        files: ObjectFiles,
        signer: AddressSigner,
      ): Promise<ObjectStore> => {
        if (!s3) return new EmbeddedObjectStore(files, signer);
        // A large package, which is of no use elsewhere.
        const { S3ObjectStore } = await import('./s3.object-store.js');
        return new S3ObjectStore(s3, upstreamTimeoutMs, clock);
      },
    },
  ],
  exports: [AddressSigner, ObjectFiles, ObjectRemovals, ObjectStore, UploadScanner],
})
export class StorageModule {}
