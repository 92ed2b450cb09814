import { Module } from '@nestjs/common';
import { AddressSigner } from './address-signer.js';
import { EmbeddedObjectStore } from './embedded.object-store.js';
import { ObjectFiles } from './object-files.js';
import { ObjectRemovalsRepository } from './object-removals.repository.js';
import { ObjectRemovals } from './object-removals.service.js';
import { ObjectStore } from './object-store.js';

@Module({
  providers: [
    AddressSigner,
    ObjectFiles,
    ObjectRemovals,
    ObjectRemovalsRepository,
    { provide: ObjectStore, useClass: EmbeddedObjectStore },
  ],
  exports: [AddressSigner, ObjectFiles, ObjectRemovals, ObjectStore],
})
export class StorageModule {}
