import { Injectable, Module, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import type { Settings } from '../config/settings.js';
import { BackgroundJobs } from '../jobs/background-jobs.js';
import { ObjectRemovals } from './object-removals.service.js';
import { SignedObjectsController } from './signed-objects.controller.js';
import { SignedObjectsService } from './signed-objects.service.js';
import { StorageModule } from './storage.module.js';

const TEN_MINUTES = 10 * 60_000;

/** Sweeps while the service runs, one sweep at a time. */
@Injectable()
class RemovalJob implements OnModuleInit {
  constructor(
    private readonly jobs: BackgroundJobs,
    private readonly removals: ObjectRemovals,
  ) {}

  onModuleInit(): void {
    const round = async (signal: AbortSignal): Promise<boolean> => {
      await this.removals.sweep(signal);
      return false;
    };
    this.jobs.add({ name: 'superfluous objects', everyMs: TEN_MINUTES, round });
  }
}

/** What the running service adds to the store: the embedded one's addresses, and the sweeps. Commands need neither. */
@Module({ imports: [StorageModule], providers: [RemovalJob] })
export class StorageServiceModule {
  static with({ s3 }: Settings): DynamicModule {
    const embedded = { controllers: [SignedObjectsController], providers: [SignedObjectsService] };
    return { module: StorageServiceModule, ...(s3 === null && embedded) };
  }
}
