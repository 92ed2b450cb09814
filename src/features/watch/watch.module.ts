import { Module } from '@nestjs/common';
import { WatchController } from './watch.controller.js';
import { WatchRepository } from './watch.repository.js';
import { WatchService } from './watch.service.js';

@Module({ controllers: [WatchController], providers: [WatchRepository, WatchService] })
export class WatchModule {}
