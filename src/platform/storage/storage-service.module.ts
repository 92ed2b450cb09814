import { type DynamicModule, Module } from '@nestjs/common';
import type { Settings } from '../config/settings.js';
import { SignedObjectsController } from './signed-objects.controller.js';
import { SignedObjectsService } from './signed-objects.service.js';
import { StorageModule } from './storage.module.js';
import { RemovalJob } from './removal-job.js';

/**
 * Parts of the store that only the running service needs: the embedded one's addresses, and the sweeps. Commands need
 * neither.
 */
@Module({ imports: [StorageModule], providers: [RemovalJob] })
export class StorageServiceModule {
  static with({ s3 }: Settings): DynamicModule {
    const embedded = { controllers: [SignedObjectsController], providers: [SignedObjectsService] };
    return { module: StorageServiceModule, ...(s3 === null && embedded) };
  }
}
