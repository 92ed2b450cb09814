import { Module } from '@nestjs/common';
import { AlertsRepository } from './alerts.repository.js';
import { AlertsService } from './alerts.service.js';
import { ExpiringGrantsRepository } from './expiring-grants.repository.js';

@Module({ providers: [AlertsRepository, AlertsService, ExpiringGrantsRepository], exports: [AlertsService] })
export class AlertsModule {}
