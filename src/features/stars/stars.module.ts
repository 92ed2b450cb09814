import { Module } from '@nestjs/common';
import { StudentVisibilityModule } from '../directory/student-visibility.module.js';
import { StarsController } from './stars.controller.js';
import { StarsRepository } from './stars.repository.js';
import { StarsService } from './stars.service.js';

@Module({
  imports: [StudentVisibilityModule],
  controllers: [StarsController],
  providers: [StarsRepository, StarsService],
})
export class StarsModule {}
