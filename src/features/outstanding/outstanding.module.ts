import { Module } from '@nestjs/common';
import { OutstandingController } from './outstanding.controller.js';
import { OutstandingRepository } from './outstanding.repository.js';
import { OutstandingService } from './outstanding.service.js';

@Module({ controllers: [OutstandingController], providers: [OutstandingRepository, OutstandingService] })
export class OutstandingModule {}
