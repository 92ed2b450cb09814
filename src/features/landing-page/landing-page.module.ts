import { Module } from '@nestjs/common';
import { LandingPageController } from './landing-page.controller.js';
import { LandingPageService } from './landing-page.service.js';
import { SchoolNamesRepository } from './school-names.repository.js';

@Module({ controllers: [LandingPageController], providers: [LandingPageService, SchoolNamesRepository] })
export class LandingPageModule {}
