import { Module } from '@nestjs/common';
import { AlertsRepository } from './alerts.repository.js';
import { AlertsService } from './alerts.service.js';

@Module({ providers: [AlertsRepository, AlertsService], exports: [AlertsService] })
export class AlertsModule {}
