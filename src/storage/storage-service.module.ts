import { Module } from '@nestjs/common';
import { RemovalTimer } from './removal-timer.js';
import { StorageModule } from './storage.module.js';

/** What the running service adds to the store: its addresses and its sweeps. Commands need neither. */
@Module({ imports: [StorageModule], providers: [RemovalTimer] })
export class StorageServiceModule {}
