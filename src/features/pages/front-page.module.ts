import { Module } from '@nestjs/common';
import { ObservabilityModule } from '../../platform/observability/observability.module.js';
import { AccountModule } from '../account/account.module.js';
import { FrontPageController } from './front-page.controller.js';
import { LandingPageController } from './landing-page.controller.js';
import { FrontPageService } from './front-page.service.js';
import { LandingPageService } from './landing-page.service.js';
import { SchoolNamesRepository } from './school-names.repository.js';

@Module({
  imports: [AccountModule, ObservabilityModule],
  controllers: [FrontPageController, LandingPageController],
  providers: [FrontPageService, LandingPageService, SchoolNamesRepository],
})
export class FrontPageModule {}
