import { Module } from '@nestjs/common';
import { AlertKinds } from '../alerts/alert-kinds.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { CORRECTION_ALERTS } from './correction-alerts.js';
import { CorrectionController } from './correction.controller.js';
import { CorrectionImporter } from './correction.importer.js';
import { CorrectionsRepository } from './corrections.repository.js';
import { CorrectionsService } from './corrections.service.js';
import { MyCorrectionsController } from './my-corrections.controller.js';
import { SchoolCorrectionsController } from './school-corrections.controller.js';
import { SchoolCorrectionsService } from './school-corrections.service.js';
import { SettlementsRepository } from './settlements.repository.js';
import { StudentCorrectionsController } from './student-corrections.controller.js';

@Module({
  imports: [AlertsModule],
  controllers: [
    CorrectionController,
    MyCorrectionsController,
    SchoolCorrectionsController,
    StudentCorrectionsController,
  ],
  providers: [
    CorrectionImporter,
    CorrectionsRepository,
    CorrectionsService,
    SchoolCorrectionsService,
    SettlementsRepository,
  ],
  exports: [CorrectionImporter, CorrectionsService],
})
export class CorrectionsModule {
  constructor(kinds: AlertKinds) {
    kinds.register('correction', CORRECTION_ALERTS);
  }
}
