import { Module } from '@nestjs/common';
import { ProfileModule } from '../account/profile/profile.module.js';
import { AlertKinds } from '../alerts/alert-kinds.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { CONFIRMATION_ALERTS } from './confirmation-alerts.js';
import { ConfirmationReminders } from './confirmation-reminders.service.js';
import { ConfirmationRoundsRepository } from './confirmation-rounds.repository.js';
import { ConfirmationRoundsService } from './confirmation-rounds.service.js';
import { OwnConfirmationController } from './own-confirmation.controller.js';
import { OwnConfirmationRepository } from './own-confirmation.repository.js';
import { OwnConfirmationService } from './own-confirmation.service.js';
import { SchoolConfirmationController } from './school-confirmation.controller.js';
import { SchoolConfirmationRepository } from './school-confirmation.repository.js';
import { SchoolConfirmationService } from './school-confirmation.service.js';

@Module({
  imports: [AlertsModule, ProfileModule],
  controllers: [OwnConfirmationController, SchoolConfirmationController],
  providers: [
    ConfirmationReminders,
    ConfirmationRoundsRepository,
    ConfirmationRoundsService,
    OwnConfirmationRepository,
    OwnConfirmationService,
    SchoolConfirmationRepository,
    SchoolConfirmationService,
  ],
  exports: [ConfirmationRoundsService, OwnConfirmationService],
})
export class ConfirmationModule {
  constructor(kinds: AlertKinds) {
    kinds.register('confirmation', CONFIRMATION_ALERTS);
  }
}
