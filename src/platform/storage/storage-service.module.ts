import { Module, type DynamicModule } from '@nestjs/common';
import type { Settings } from '../config/settings.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { RemovalJob } from './object-removals.service.js';
import { SignedObjectsController } from './signed-objects.controller.js';
import { SignedObjectsService } from './signed-objects.service.js';
import { StorageModule } from './storage.module.js';

/** What the running service adds to the store: the embedded one's addresses, and the sweeps. Commands need neither. */
@Module({ imports: [JobsModule, StorageModule], providers: [RemovalJob] })
export class StorageServiceModule {
  static with({ s3 }: Settings): DynamicModule {
    const embedded = { controllers: [SignedObjectsController], providers: [SignedObjectsService] };
    return { module: StorageServiceModule, ...(s3 === null && embedded) };
  }
}
