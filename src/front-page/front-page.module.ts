import { Module } from '@nestjs/common';
import { HealthModule } from '../health/health.module.js';
import { FrontPageController } from './front-page.controller.js';
import { FrontPageService } from './front-page.service.js';

@Module({ imports: [HealthModule], controllers: [FrontPageController], providers: [FrontPageService] })
export class FrontPageModule {}
